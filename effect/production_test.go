package effect

import (
	"testing"

	"automode/shell"
)

func TestNamesOfProduction(t *testing.T) {
	for name, want := range map[string]bool{
		"prod": true, "production": true, "PRD": true, "live": true, "prod-eu-1": true, "db.prod.acme.example": true,
		"orders_prod": true, "k8s/prod/api": true, "postgres://u@prod-db:5432/app": true, "prod2": true, "ProdStack": true,
		"ApiProd": true, "PROD_DATABASE_URL": true, "arn:aws:rds:eu-west-1:1:db:live": true, "acme,prod": true, "values-prod.yaml": true,

		"": false, "product": false, "products-api": false, "reproduce": false, "livereload": false, "live-reload": false, "live-server": false,
		"staging": false, "preprod": false, "pre-prod": false, "non-prod": false, "nonprod": false, "not_production": false, "alive": false,
		"prodigy": false, "delivery": false, "productionize": false, "liveness": false, "42": false, "--": false,
	} {
		if got := productionName(name); got != want {
			t.Errorf("productionName(%q) = %v", name, got)
		}
	}
}

func TestWordsThatAreNotWhollyKnownStillNameProduction(t *testing.T) {
	for _, w := range []shell.Word{
		{Vars: []string{"PROD_DB_URL"}},
		{Prefix: "postgres://prod-db/", Vars: []string{"NAME"}},
		{Suffix: ".prod.acme.example", Vars: []string{"HOST"}},
		{Alts: []string{"dev", "prod"}},
		{Known: true, Text: "prod"},
	} {
		if !productionValue(w) {
			t.Errorf("%+v is not seen as production", w)
		}
	}
	if productionValue(shell.Word{Vars: []string{"DATABASE_URL"}}) {
		t.Error("a variable that says nothing of production counts as production")
	}
}
