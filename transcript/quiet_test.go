package transcript

import "testing"

func TestWordsThatDrawALimitAreNeverQuiet(t *testing.T) {
	for _, text := range []string{"Do not push anything before I had a look.", "leave src/old.go alone", "Stop.", "only touch the tests", "nicht pushen", "ne supprime rien", "不要推送", "and don't do that again",
		"The importer drops rows.\n\nPlease fix it, but hands off the parser."} {
		if Quiet(text) {
			t.Errorf("%q draws a limit, and is called quiet", text)
		}
	}
}

func TestQuietWordsDrawNoLimitWhateverWasSaidBefore(t *testing.T) {
	for _, text := range []string{"Add a test for that, fix it in src/import.go, and run the whole suite.", "go on", "yes", "The service does not retry, and answers within ten milliseconds.", "what does it do?"} {
		if !Quiet(text) {
			t.Errorf("%q is not quiet", text)
			continue
		}
		for _, before := range []string{"", "Deploy it and delete dist/.", "Do not push."} {
			if l := spoken(text, before); len(l) > 0 {
				t.Errorf("%q after %q draws %+v, and is called quiet", text, before, l)
			}
		}
	}
}

func TestAQuietTurnIsNotReadAgain(t *testing.T) {
	turns := user("Do not push.", "fix the parser")
	turns[1].Quiet = true
	if got := Limits(turns); len(got) != 1 || got[0].Turn != 0 {
		t.Errorf("limits are %+v, want the one of the first turn", got)
	}
}
