package llm

import (
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"
)

// The providers.
const (
	Anthropic = "anthropic"
	Bedrock   = "bedrock"
	Vertex    = "vertex"
	OpenAI    = "openai" // and whatever speaks its chat completions at BaseURL
)

var providers = strings.Join([]string{Anthropic, Bedrock, Vertex, OpenAI}, ", ")

// Config says which model is asked, where, and as whom. Nothing but what it
// says counts: of the process's own environment, which a project may have set,
// nothing is taken.
type Config struct {
	Provider string // one of the above
	Model    string // as the provider names it
	// BaseURL is https, or http on this machine. Empty: the provider's own. Of
	// OpenAI it has the version, "https://host/v1". Its query goes with every request.
	BaseURL string
	// Source says where the credential is. The zero one: none is sent, or for
	// Bedrock and Vertex what their SDKs find.
	Source Source
	// Key gives the credential in the place of Source. It is asked before the
	// first request, and once more, with again set, when the provider refuses
	// what it gave.
	Key func(again bool) (string, error)
	// KeyHeader is the header that carries the credential. Empty: the provider's
	// own way. "Authorization": as a bearer's token.
	KeyHeader string
	Headers   map[string]string
	Region    string // of Bedrock and Vertex
	Project   string // of Vertex
	// Environ is the environment that counts, "NAME=value" each: proxies,
	// certificates, Source's variable, what a command sees, what the SDKs of Bedrock and
	// Vertex go by. nil: none. Those SDKs read the process's own, so New refuses
	// where the two differ in what they would read.
	Environ []string
	// Transport stands for the network; nil: a transport of the completer's own.
	Transport http.RoundTripper
	Traits    *Traits // what the model takes; nil: what is known of it
}

// longest is how long a request may take that has no deadline.
const longest = 10 * time.Minute

// New makes what asks the model that c names. The error says what is missing
// or wrong in c.
func New(c Config) (Completer, error) {
	if c.Model == "" {
		return nil, fmt.Errorf("no model is named; set model")
	}
	if c.BaseURL != "" {
		if err := checkBase(c.BaseURL); err != nil {
			return nil, err
		}
	}
	if err := c.Source.check(); err != nil {
		return nil, err
	}
	if c.Traits == nil {
		t := TraitsAt(c.Provider, c.BaseURL, c.Model)
		c.Traits = &t
	}
	transport := c.Transport
	if transport == nil {
		var err error
		if transport, err = network(environ(c.Environ)); err != nil {
			return nil, err
		}
	}
	// A redirect could lead a question, with its credential, anywhere.
	client := &http.Client{Transport: watched{transport}, Timeout: longest, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	switch c.Provider {
	case Anthropic:
		return newClaude(c, client), nil
	case Bedrock, Vertex:
		if err := c.checkCloud(); err != nil {
			return nil, err
		}
		return newClaude(c, client), nil
	case OpenAI:
		return newChat(c, client), nil
	case "":
		return nil, fmt.Errorf("no provider is named; set it to one of %s", providers)
	}
	return nil, fmt.Errorf("%q is no provider; they are %s", c.Provider, providers)
}

func (c *Config) checkCloud() error {
	switch {
	case c.Region == "":
		return fmt.Errorf("%s wants a region; set region", c.Provider)
	case c.Provider == Vertex && c.Project == "":
		return fmt.Errorf("vertex wants a project; set project")
	}
	if names := environ(c.Environ).strays(c.Provider, c.keyed()); len(names) > 0 {
		return fmt.Errorf("the environment has another %s than the configuration says, and the SDK of %s would go by it; unset it, or start in the environment that is meant", strings.Join(names, ", "), c.Provider)
	}
	return nil
}

// keyed tells whether c names a credential itself.
func (c *Config) keyed() bool { return c.Key != nil || c.Source != Source{} }

func checkBase(base string) error {
	u, err := url.Parse(base)
	switch {
	case err != nil || u.Host == "" || u.Fragment != "":
		return fmt.Errorf("the base URL is no address of a server; it looks like https://host/v1")
	case u.User != nil:
		return fmt.Errorf("the base URL holds a credential; give it as a key")
	case u.Scheme == "https" || u.Scheme == "http" && here(u.Hostname()):
		return nil
	}
	return fmt.Errorf("the base URL is neither https nor http on this machine")
}

// here tells whether a host is this machine.
func here(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	a, err := netip.ParseAddr(host)
	return err == nil && a.IsLoopback()
}
