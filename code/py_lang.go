package code

import (
	"sort"
	"strings"
)

var pythonLang = language{
	lang:    Python,
	global:  pyGlobal,
	attr:    pyAttr,
	method:  pyMethod,
	call:    pyCall,
	rows:    pyRows[:],
	methods: pyMethods[:],
	imports: pyImport,
	local:   true,
	maker:   "__init__",
}

func init0() {}

// pyGlobal gives the meaning of a builtin name.
func pyGlobal(t *tree, name string) value {
	switch name {
	case "__name__":
		return str("__main__")
	case "__file__":
		if t.path() != "" {
			return str(t.in.Path)
		}
		return str("./__main__.py")
	case "__builtins__", "__builtin__":
		return ref("builtins")
	case "open", "eval", "exec", "compile", "execfile", "__import__", "getattr", "setattr", "hasattr", "print", "input", "raw_input", "dict", "list", "tuple", "set", "frozenset",
		"sorted", "reversed", "enumerate", "zip", "range", "xrange", "map", "filter", "str", "unicode", "bytes", "bytearray", "chr", "unichr", "ord", "int", "float", "hex", "len",
		"globals", "locals", "vars", "iter", "next", "repr", "format", "super", "exit", "quit", "breakpoint", "type", "object", "file", "min", "max", "sum", "any", "all", "memoryview", "ascii":
		return ref(name)
	}
	return value{}
}

// pyModules are modules whose use alone does nothing; all else that is
// imported is code of the project's or of a third party.
var pyModules = [...]string{
	"IPython", "PIL", "__future__", "_collections_abc", "_thread", "abc", "accelerate", "aiofiles", "aiohttp", "altair", "anthropic", "argparse", "array", "arrow", "ast",
	"asyncio", "atexit", "attr", "attrs", "autogen", "base64", "bcrypt", "binascii", "bisect", "bitsandbytes", "black", "bokeh", "boto3", "botocore", "bs4", "builtins",
	"bz2", "calendar", "cffi", "chardet", "chromadb", "click", "cmath", "cmd", "codecs", "collections", "colorama", "colorsys", "concurrent", "configparser", "contextlib",
	"contextvars", "copy", "copyreg", "coverage", "cryptography", "csv", "ctypes", "curses", "cv2", "dataclasses", "datasets", "datetime", "dateutil", "decimal", "difflib",
	"diffusers", "dis", "distutils", "django", "docker", "docutils", "docx", "dotenv", "duckdb", "email", "encodings", "ensurepip", "enum", "errno", "evaluate", "fastapi",
	"fasttext", "faulthandler", "fcntl", "filecmp", "fileinput", "flask", "fnmatch", "fractions", "fsspec", "ftplib", "functools", "gc", "gensim", "getopt", "getpass",
	"gettext", "git", "glob", "google", "graphlib", "grp", "gzip", "h5py", "hashlib", "heapq", "hmac", "html", "http", "httpx", "huggingface_hub", "hypothesis", "idna",
	"imageio", "imaplib", "importlib", "importlib_metadata", "inspect", "io", "ipaddress", "isort", "itertools", "jax", "jinja2", "joblib", "json", "jsonschema", "jwt",
	"keras", "keyword", "langchain", "lightgbm", "linecache", "locale", "logging", "loguru", "lxml", "lzma", "mailbox", "markdown", "marshal", "math", "matplotlib",
	"mimetypes", "mmap", "more_itertools", "multiprocessing", "mypy", "netrc", "networkx", "nltk", "numba", "numbers", "numpy", "onnx", "onnxruntime", "openai", "openpyxl",
	"operator", "optparse", "orjson", "os", "packaging", "pandas", "paramiko", "pathlib", "pdb", "peft", "pickle", "pickletools", "pip", "pkg_resources", "pkgutil",
	"platform", "plotly", "poetry", "polars", "poplib", "posix", "posixpath", "pprint", "profile", "pstats", "psutil", "psycopg2", "pty", "pwd", "py_compile", "pyarrow",
	"pydantic", "pydoc", "pygments", "pymongo", "pymysql", "pyparsing", "pypdf", "pytest", "pytz", "queue", "quopri", "random", "re", "readline", "redis", "regex",
	"requests", "resource", "rich", "runpy", "safetensors", "sched", "scipy", "seaborn", "secrets", "select", "selectors", "selenium", "sentence_transformers",
	"sentencepiece", "setuptools", "shelve", "shlex", "shutil", "signal", "simplejson", "site", "six", "skimage", "sklearn", "smtplib", "socket", "socketserver",
	"soundfile", "spacy", "sqlalchemy", "sqlite3", "ssl", "starlette", "stat", "statistics", "statsmodels", "string", "stringprep", "struct", "subprocess", "sympy", "sys",
	"sysconfig", "syslog", "tabulate", "tarfile", "tempfile", "tenacity", "tensorflow", "termcolor", "termios", "textwrap", "threading", "tiktoken", "time", "timeit",
	"timm", "tkinter", "token", "tokenize", "tokenizers", "toml", "tomli", "tomllib", "torch", "torchaudio", "torchvision", "tornado", "tqdm", "trace", "traceback",
	"transformers", "trl", "tty", "types", "typing", "typing_extensions", "unicodedata", "unittest", "urllib", "urllib2", "urllib3", "urlparse", "uuid", "uvicorn", "venv",
	"vllm", "warnings", "wave", "weakref", "webbrowser", "websocket", "websockets", "werkzeug", "wheel", "xgboost", "xml", "xmlrpc", "yaml", "zipfile", "zipimport", "zlib",
	"zoneinfo",
}

// knownModule tells whether a module is in the list.
func knownModule(name string) bool {
	i := sort.SearchStrings(pyModules[:], name)
	return i < len(pyModules) && pyModules[i] == name
}

// pyImport notes that a module is loaded and gives what stands for it.
func pyImport(t *tree, module string, n *node) value {
	if !t.imported[module] {
		t.imported[module] = true
		t.report.Imports = append(t.report.Imports, module)
	}
	switch module {
	case "antigravity":
		t.emit(n, Effect{Kind: Run, Target: "xdg-open", Known: true, Argv: []Arg{{Text: "xdg-open", Known: true}, {Text: "https://xkcd.com/353/", Known: true}}})
	}
	if !knownModule(moduleOf(module)) || strings.HasPrefix(module, ".") {
		t.emit(n, Effect{Kind: Import, Target: module, Known: module != ""})
		if len(t.foreign) < 50 {
			t.foreign = append(t.foreign, module)
		}
	}
	return ref(pyCanonical(module))
}

// pyCanonical is the name under which the tables know a module.
func pyCanonical(module string) string {
	switch module {
	case "posix", "nt":
		return "os"
	case "posixpath", "ntpath":
		return "os.path"
	case "__builtin__":
		return "builtins"
	case "_io":
		return "io"
	case "urllib2":
		return "urllib.request"
	case "pathlib2":
		return "pathlib"
	case "cPickle", "_pickle":
		return "pickle"
	case "_socket":
		return "socket"
	case "_winapi", "_posixsubprocess":
		return module + ".?"
	}
	return module
}

// pyAttr gives attributes that mean more than their name.
func pyAttr(t *tree, obj value, name string, _ *node) (value, bool) {
	switch name {
	case "__subclasses__", "__globals__", "__code__", "__getattribute__", "__loader__", "__builtins__", "f_globals", "f_builtins", "gi_frame":
		if obj.kind == vRef && obj.text == "builtins" || obj.kind == vInst || name == "__builtins__" && obj.kind == vRef {
			return ref("builtins"), true
		}
		return ref("builtins.?"), true
	case "__dict__":
		if obj.kind == vRef {
			return obj, true
		}
	case "__call__":
		if obj.kind == vRef || obj.kind == vFunc {
			return obj, true
		}
	}
	if obj.kind == vRef {
		switch obj.text {
		case "builtins":
			return pyGlobal(t, name), true
		case "sys.modules":
			return ref(pyCanonical(name)), true
		case "os":
			switch name {
			case "environ", "environb":
				r := ref("os.environ")
				r.tags = []string{"env"}
				return r, true
			case "sep":
				return str("/"), true
			case "pathsep":
				return str(":"), true
			case "curdir":
				return str("."), true
			case "pardir":
				return str(".."), true
			case "devnull":
				return str("/dev/null"), true
			case "linesep":
				return str("\n"), true
			}
		case "os.path":
			if name == "sep" {
				return str("/"), true
			}
		case "sys":
			switch name {
			case "argv":
				if t.in.Args != nil {
					out := list(str("-c"))
					for _, a := range t.in.Args {
						out.items = append(out.items, str(a))
					}
					return out, true
				}
				return unknown("arg"), true
			case "executable":
				return str("python3"), true
			case "stdin":
				return value{kind: vObj, text: "stdin", tags: []string{"stdin"}, of: &value{tags: []string{"stdin"}}}, true
			case "byteorder":
				return str("little"), true
			}
		case "sys.stdin":
			return unknown("stdin"), true
		case "subprocess":
			switch name {
			case "PIPE", "DEVNULL", "STDOUT":
				return constant("-1"), true
			}
		case "string":
			switch name {
			case "ascii_lowercase":
				return str("abcdefghijklmnopqrstuvwxyz"), true
			case "ascii_uppercase":
				return str("ABCDEFGHIJKLMNOPQRSTUVWXYZ"), true
			case "ascii_letters":
				return str("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"), true
			case "digits":
				return str("0123456789"), true
			case "printable":
				return str("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~ \t\n\r\v\f"), true
			}
		}
	}
	if isPath(obj) {
		x := obj.asText()
		switch name {
		case "parent":
			return parent(obj), true
		case "name", "stem", "suffix":
			if x.kind != vStr {
				return value{tags: x.tags}, true
			}
			base := x.text[strings.LastIndexByte(x.text, '/')+1:]
			dot := strings.LastIndexByte(base, '.')
			if dot > 0 && name == "stem" {
				base = base[:dot]
			}
			if name == "suffix" {
				if x.glob {
					return value{tags: x.tags}, true
				}
				base = base[max(dot, 0):]
			}
			return value{kind: vStr, text: base, glob: x.glob, tags: x.tags}, true
		case "path": // of a DirEntry
			return obj, true
		case "parents":
			out := list()
			for p := parent(obj); len(out.items) < 8; p = parent(p) {
				out.items = append(out.items, p)
			}
			return out, true
		case "parts":
			return splitOn(x, str("/"), -1), true
		}
	}
	return value{}, false
}
