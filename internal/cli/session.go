package cli

import (
	"context"
	"fmt"
	"sort"
	"strings"
	"time"

	"automode/gate"
	"automode/internal/hook"
	"automode/permission"
	"automode/settings"
	"automode/state"
)

// person makes sure that a person, and no agent, asks for what only a person
// may: what loosens, and what changes settings.
func person(what string) error {
	if err := hook.Ungated(); err != nil {
		return fmt.Errorf("%s is for a person at a terminal of their own, and %w", what, err)
	}
	return nil
}

// settingsOf reads the settings of sessions that start in root, as the hook
// does.
func (e *env) settingsOf(root string) (*settings.Settings, settings.Sources, error) {
	f, err := e.folders()
	if err != nil {
		return nil, settings.Sources{}, err
	}
	src := hook.Sources(f, hook.Home(), root)
	s, err := settings.Load(src)
	return s, src, err
}

// standing is a session, with where it stands among the modes.
type standing struct {
	Session string    `json:"session"`
	Changed time.Time `json:"changed"`
	Folder  string    `json:"folder,omitempty"`
	Mode    string    `json:"mode"`
	Title   string    `json:"title"`
	Chosen  bool      `json:"chosen"`        // by a person; otherwise it is where settings say
	Why     string    `json:"why,omitempty"` // it is not in the mode that settings or a person said
	Back    string    `json:"back,omitempty"`
	Grants  []string  `json:"grants,omitempty"`

	request gate.Request
	rules   *permission.RuleSet
	stand   permission.Stand
}

// standings lists the sessions in which something happened since age ago,
// newest first.
func (e *env) standings(ctx context.Context, store *state.Store, age time.Duration) ([]standing, error) {
	list, err := store.Sessions()
	if err != nil {
		return nil, err
	}
	var out []standing
	for _, s := range list {
		if time.Since(s.Changed) > age || s.ID == "automode-doctor" {
			continue
		}
		one, err := e.standing(ctx, store, s.ID)
		if err != nil {
			return nil, err
		}
		one.Changed = s.Changed
		out = append(out, one)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Changed.After(out[j].Changed) })
	return out, nil
}

func (e *env) standing(ctx context.Context, store *state.Store, id string) (standing, error) {
	root, err := hook.RootOf(store, id)
	if err != nil {
		return standing{}, err
	}
	s, _, err := e.settingsOf(root)
	if err != nil {
		return standing{}, err
	}
	r := hook.Session(id, s)
	g := gate.Gate{Store: store}
	stand, why, err := g.Standing(ctx, r)
	if err != nil {
		return standing{}, err
	}
	one := standing{Session: id, Folder: root, Mode: stand.Mode.String(), Title: stand.Mode.Title(), Chosen: stand.Chosen, request: r, rules: s.Rules, stand: stand}
	if why != nil {
		one.Why = why.Error()
	}
	if stand.Mode == permission.Plan {
		one.Back = stand.Back(r.Policy).String()
	}
	for _, g := range stand.Grants {
		one.Grants = append(one.Grants, permission.List(g.List).String()+" "+g.Text+" in "+g.Mode.String())
	}
	return one, nil
}

// pick finds the session that a command is about: the named one, by the whole
// id or how it begins, else the only one of the last day in this folder.
func (e *env) pick(ctx context.Context, store *state.Store, named string) (standing, error) {
	age := 24 * time.Hour
	if named != "" {
		age = 90 * 24 * time.Hour
	}
	list, err := e.standings(ctx, store, age)
	if err != nil {
		return standing{}, err
	}
	var fit []standing
	for _, s := range list {
		switch {
		case named != "" && s.Session == named:
			return s, nil
		case named != "" && strings.HasPrefix(s.Session, named), named == "" && s.Folder == here():
			fit = append(fit, s)
		}
	}
	switch {
	case len(fit) == 1:
		return fit[0], nil
	case len(fit) == 0 && named != "":
		return standing{}, fmt.Errorf("no session %s is known; automode mode lists them", visible(named, 60))
	case len(fit) == 0:
		return standing{}, fmt.Errorf("no session of the last day started in this folder; name one: --session ID (automode mode lists them)")
	}
	var ids []string
	for _, s := range fit {
		ids = append(ids, visible(s.Session, 60))
	}
	return standing{}, fmt.Errorf("%d sessions fit: %s; name one: --session ID", len(fit), strings.Join(ids, ", "))
}
