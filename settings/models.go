package settings

import (
	"net/netip"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"unicode/utf8"

	"automode/verdict"
	"automode/world"
)

// Models is what the settings say of judges that are models.
type Models struct {
	Model       string // a provider's name, name/model, or a model; empty: the first provider's own
	Background  string // the same for agents in the background; empty: Model
	Temperature float64
	Form        string // "both", "fast" or "thinking"
	Severity    bool
	Questions   bool // the agent's questions are judged
	AllEdits    bool // every edit is judged
	EditCap     int  // bytes of an earlier edit that are shown
	NoEdits     bool // earlier edits are not shown
	Summary     bool // older calls are condensed before any is left out
	Outcomes    bool // how earlier calls ended is shown
	Prior       bool // the agent's last words are shown
	Git         bool // the working tree's state is a fact
	GitLimit    int  // bytes of it
	Uploads     bool // what a push would send is a fact
	Visibility  []Visibility
	External    External
	Providers   []Provider // in the order in which they are tried
}

// External is a text of the user's for the judge's rules.
type External struct {
	File    string // absolute and clean; empty for none
	Text    string // what stands in it
	Replace bool   // in the place of the soft entries and the exceptions
}

// Visibility is who can see a repository.
type Visibility struct {
	Who    string // "public", "private" or "internal"
	Where  string // HOST/PATH, "*" for anything
	Origin Origin
}

// Provider is where a judge's model is asked.
type Provider struct {
	Name       string
	Kind       string // "anthropic", "bedrock", "vertex" or "openai"
	BaseURL    string
	Model      string
	KeyEnv     string
	KeyFile    string // absolute and clean
	KeyCommand string
	Region     string
	Project    string
	Headers    []Header
	Window     int // tokens; 0: not said
	Price      Price
	Priced     bool // Price was given
	Origin     Origin
}

// Header is a header of a provider's requests.
type Header struct{ Name, Value string }

// Price is what a million tokens cost, in dollars.
type Price struct{ Input, Cached, Written, Output float64 }

// provider is a Provider with the values it was made of.
type provider struct {
	Provider
	values []Value
}

// providers joins the providers of all layers. Each is taken whole from the
// strongest layer that has it, because a key of one layer must not be sent to
// the address of another.
func (l *loader) providers(layers []layer) []provider {
	var out []provider
	from := map[string]int{} // rank of the layer that a provider is of
	for _, rank := range [...]int{3, 2, 1} {
		for _, one := range layers {
			if rankOf(one.source) != rank {
				continue
			}
			for _, v := range one.values {
				rest, ok := strings.CutPrefix(v.Key, "providers.")
				if !ok {
					continue
				}
				name, _, _ := strings.Cut(rest, ".")
				if r, had := from[name]; had && r != rank {
					continue
				}
				if _, had := from[name]; !had {
					from[name] = rank
					out = append(out, provider{Provider: Provider{Name: name, Origin: v.Origin}})
				}
				for i := range out {
					if out[i].Name == name {
						v.Locked = one.source == Managed
						out[i].values = append(out[i].values, v)
					}
				}
			}
		}
	}
	for i := range out {
		l.provider(&out[i])
	}
	return out
}

// provider fills a provider from its values, and says what is wrong with it.
func (l *loader) provider(p *provider) {
	for _, v := range p.values {
		field := strings.TrimPrefix(v.Key, "providers."+p.Name+".")
		n, _ := strconv.ParseFloat(v.Text, 64)
		switch field {
		case "kind":
			p.Kind = v.Text
		case "baseUrl":
			p.BaseURL = v.Text
			if why := unsafeURL(v.Text); why != "" {
				l.fail(v.Origin, "write an https address; http is for this machine only (localhost)", "%s %s", v.Key, why)
			}
		case "model":
			p.Model = v.Text
		case "keyEnv":
			p.KeyEnv = v.Text
		case "keyFile":
			if p.KeyFile = clean(v.Text, l.src.Home); p.KeyFile == "" {
				l.fail(v.Origin, "write an absolute path, or one that begins with ~/", "%q is no absolute path", v.Text)
			}
		case "keyCommand":
			p.KeyCommand = v.Text
		case "region":
			p.Region = v.Text
		case "project":
			p.Project = v.Text
		case "window":
			p.Window = int(n)
		case "price.input":
			p.Price.Input, p.Priced = n, true
		case "price.cached":
			p.Price.Cached, p.Priced = n, true
		case "price.written":
			p.Price.Written, p.Priced = n, true
		case "price.output":
			p.Price.Output, p.Priced = n, true
		default:
			if name, ok := strings.CutPrefix(field, "headers."); ok {
				if strings.ContainsAny(v.Text, "\r\n\x00") {
					l.fail(v.Origin, "write it in one line", "%s holds a line end", v.Key)
				}
				p.Headers = append(p.Headers, Header{name, v.Text})
			}
		}
	}
	keys := 0
	for _, s := range [...]string{p.KeyEnv, p.KeyFile, p.KeyCommand} {
		if s != "" {
			keys++
		}
	}
	what := "providers." + p.Name
	switch {
	case p.Kind == "":
		l.fail(p.Origin, "give it a kind: anthropic, bedrock, vertex or openai", "%s has no kind", what)
	case keys > 1:
		l.fail(p.Origin, "keep one of keyFile, keyCommand and keyEnv", "%s has its key from several places", what)
	case p.Kind == "vertex" && (p.Region == "" || p.Project == ""):
		l.fail(p.Origin, "give it a region and a project", "%s is of vertex, which wants both", what)
	case p.Kind == "bedrock" && p.Region == "":
		l.fail(p.Origin, "give it a region", "%s is of bedrock, which wants one", what)
	}
}

// unsafeURL tells why a judge may not be asked at that address: what goes
// there is the session, and what comes back lets calls run. Empty for nothing.
func unsafeURL(text string) string {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return "is no address of a server"
	}
	switch u.Scheme {
	case "https":
		return ""
	case "http":
		if host := u.Hostname(); host == "localhost" || loopback(host) {
			return ""
		}
		return "would send the session in clear"
	}
	return "is no address of a server"
}

func loopback(host string) bool {
	a, err := netip.ParseAddr(host)
	return err == nil && a.IsLoopback()
}

// models fills in what the settings say of judges that are models.
func (l *loader) models(s *Settings) {
	text := func(key string) string { v, _ := s.Value(key); return v.Text }
	num := func(key string) float64 { n, _ := strconv.ParseFloat(text(key), 64); return n }
	yes := func(key string) bool { return text(key) == "true" }
	m := &s.Models
	m.Model, m.Background, m.Form = text("model"), text("backgroundModel"), text("twoStage")
	m.Temperature, m.EditCap, m.GitLimit = num("temperature"), int(num("editCap")), int(num("gitStatusLimit"))
	m.Severity, m.Questions, m.AllEdits = yes("severity"), yes("classifyAskUserQuestion"), text("classifyEdits") == "all"
	m.NoEdits, m.Summary, m.Outcomes, m.Prior = yes("editRemoval"), yes("callSummary"), yes("outcomeCodes"), yes("priorAssistantContext")
	m.Git, m.Uploads = yes("gitStatus"), yes("gitUploads")
	m.External.Replace = text("externalPermissions.as") == "replace"
	l.external(s)
	seen, _ := s.Value("repoVisibility")
	for _, item := range seen.Items {
		f := strings.Fields(item.Text)
		if len(f) != 2 || f[0] != "public" && f[0] != "private" && f[0] != "internal" || !strings.Contains(f[1], "/") {
			l.fail(item.Origin, "write public, private or internal, and HOST/PATH", "%s says of no repository who can see it", verdict.Quote(item.Text, 80))
			continue
		}
		m.Visibility = append(m.Visibility, Visibility{f[0], strings.ToLower(f[1]), item.Origin})
	}
	for _, key := range [...]string{"model", "backgroundModel"} {
		v, _ := s.Value(key)
		if name, _, two := strings.Cut(v.Text, "/"); two && !m.has(name) && len(m.Providers) == 0 {
			l.fail(v.Origin, "add it to providers", "%s names a provider, and there is none", key)
		}
	}
}

// maxExternal bounds the file of externalPermissions, in bytes: a judge reads
// all of it for every call.
const maxExternal = 64 << 10

// external reads the file of rules. Rules that stand in the place of ours have
// to lie beside the settings that name them, where agents cannot write.
func (l *loader) external(s *Settings) {
	v, _ := s.Value("externalPermissions.file")
	if v.Text == "" {
		return
	}
	e := &s.Models.External
	if e.File = clean(v.Text, l.src.Home); e.File == "" {
		l.fail(v.Origin, "write an absolute path, or one that begins with ~/", "%q is no absolute path", v.Text)
		return
	}
	if own := filepath.Dir(v.Origin.File); e.Replace && v.Origin.File != "" && !world.Inside(e.File, filepath.ToSlash(own)) {
		l.fail(v.Origin, "put the file into "+own+", or set externalPermissions.as to append", "rules that replace ours must lie beside the settings")
		return
	}
	text, err := read(v.Origin.Source, e.File)
	switch {
	case err != nil:
		l.fail(v.Origin, "name a file that can be read", "externalPermissions.file: %v", err)
	case len(text) > maxExternal:
		l.fail(v.Origin, "keep it short, or put what is not a rule elsewhere", "%s has more than %d bytes", e.File, maxExternal)
	case !utf8.Valid(text):
		l.fail(v.Origin, "save it as UTF-8", "%s is not UTF-8", e.File)
	}
	e.Text = string(text)
}

func (m *Models) has(name string) bool {
	for i := range m.Providers {
		if m.Providers[i].Name == name {
			return true
		}
	}
	return false
}
