package settings

import (
	"slices"
	"strings"

	"automode/permission"
	"automode/verdict"
)

// join makes settings of layers, the strongest first.
func (l *loader) join(layers []layer) *Settings {
	s := &Settings{Rules: &permission.RuleSet{}}
	s.values = make([]Value, 0, len(keys))
	for i := range keys {
		k := &keys[i]
		if k.name == "providers" {
			for _, p := range l.providers(layers) {
				s.values = append(s.values, p.values...)
				s.Models.Providers = append(s.Models.Providers, p.Provider)
			}
		}
		if k.kind == object || k.is != "" || k.name == "$schema" || strings.Contains(k.name, "*") {
			continue
		}
		if k.kind == list {
			s.values = append(s.values, union(k, layers))
			continue
		}
		s.values = append(s.values, strongest(k, layers))
	}
	text := func(key string) string {
		for i := range s.values {
			if s.values[i].Key == key {
				return s.values[i].Text
			}
		}
		return ""
	}
	s.Mode, _ = permission.ParseMode(text("mode"))
	s.Judge = text("judge")
	s.OnLimit, s.OnUnavailable = text("onLimit"), text("onUnavailable")
	s.FailOpen = text("failOpen") == "true"
	s.ClassifyShell = text("classifyAllShell") == "true"
	s.AutoInPlan = text("useAutoModeDuringPlan") == "true"
	s.Texts = Texts{
		Denied: text("texts.denied"), Guard: text("texts.guard"), Unavailable: text("texts.unavailable"),
		OverContext: text("texts.overContext"), Limit: text("texts.limit"), NoPerson: text("texts.noPerson"), Failed: text("texts.failed"),
	}
	l.models(s)
	l.rules(s)
	l.folders(s)
	l.tools(s)
	locked, _ := s.Value("autoMode.lockedSections")
	for _, one := range layers {
		for _, section := range sections {
			if v, ok := one.value("autoMode." + section); ok {
				if at, held := locked.holds(section); held && one.source != Managed {
					l.ignored = append(l.ignored, Ignored{Key: v.Key, Origin: v.Origin, Why: "managed settings hold this section (" + at.String() + ")"})
					continue
				}
				s.Prose = append(s.Prose, Prose{Section: section, Source: one.source, Items: v.Items, Origin: v.Origin})
			}
		}
	}
	for _, item := range locked.Items {
		if !slices.Contains(sections[:], item.Text) {
			l.fail(item.Origin, "name one of: "+strings.Join(sections[:], ", "), "%s is no section of the rulebook", verdict.Quote(item.Text, 60))
		}
	}
	s.Ignored = l.ignored
	return s
}

// sections are the parts of the rulebook that settings may have prose for.
var sections = [...]string{"environment", "allow", "soft_deny", "hard_deny"}

// holds tells whether a list has that entry, and where.
func (v Value) holds(text string) (Origin, bool) {
	for _, item := range v.Items {
		if item.Text == text {
			return item.Origin, true
		}
	}
	return Origin{}, false
}

// strongest is the value of a scalar in the first layer that has one: managed,
// command line, user, built in.
func strongest(k *key, layers []layer) Value {
	var out Value
	rank := -1
	for _, one := range layers {
		if v, ok := one.value(k.name); ok && rankOf(one.source) > rank {
			out, rank = v, rankOf(one.source)
			out.Locked = one.source == Managed
		}
	}
	if rank < 0 {
		return Value{Key: k.name, Text: k.builtIn(), Origin: Origin{Source: BuiltIn}}
	}
	return out
}

func rankOf(source string) int {
	switch source {
	case Managed:
		return 3
	case Command:
		return 2
	case User:
		return 1
	}
	return 0
}

// union is the entries of a list in all layers, as they were given.
func union(k *key, layers []layer) Value {
	out := Value{Key: k.name, Origin: Origin{Source: BuiltIn}}
	for _, one := range layers {
		if v, ok := one.value(k.name); ok {
			out.Items = append(out.Items, v.Items...)
			if out.Origin.Source == BuiltIn {
				out.Origin = v.Origin
			}
		}
	}
	return out
}

// rules reads the permission rules.
func (l *loader) rules(s *Settings) {
	for _, part := range [...]struct {
		key string
		is  permission.List
	}{{"permissions.deny", permission.Deny}, {"permissions.ask", permission.Ask}, {"permissions.allow", permission.Allow}} {
		v, _ := s.Value(part.key)
		for _, item := range v.Items {
			if err := s.Rules.Add(part.is, item.Text, item.Origin); err != nil {
				l.fail(item.Origin, "correct or remove the rule", "%v", err)
			}
		}
	}
}

// folders reads the further working directories.
func (l *loader) folders(s *Settings) {
	v, _ := s.Value("permissions.additionalDirectories")
	for _, item := range v.Items {
		dir := clean(item.Text, l.src.Home)
		if dir == "" {
			l.fail(item.Origin, "write an absolute path, or one that begins with ~/", "%q is no absolute path", item.Text)
			continue
		}
		s.Folders = append(s.Folders, dir)
	}
}

// tools reads which tools the person vouches for. A pattern that means nearly
// every tool vouches for none.
func (l *loader) tools(s *Settings) {
	v, _ := s.Value("tools.trusted")
	for _, item := range v.Items {
		stem, open := strings.CutSuffix(item.Text, "*")
		server, _ := strings.CutPrefix(stem, "mcp__")
		server, _, _ = strings.Cut(server, "__")
		switch {
		case strings.ContainsAny(stem, "*?[] \t()") || stem == "":
			l.fail(item.Origin, "write a tool's name, mcp__server, or a name that ends in *", "%s names no tool", verdict.Quote(item.Text, 60))
		case open && len(strings.Trim(server, "_-.")) < 3, !open && server == "":
			l.fail(item.Origin, "name the server, or more of the tool", "%s means nearly every tool", verdict.Quote(item.Text, 60))
		default:
			s.Tools = append(s.Tools, item.Text)
		}
	}
}
