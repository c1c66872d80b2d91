package llm

import (
	"fmt"
	"net/http"
	"strings"
)

// The providers.
const (
	Anthropic = "anthropic"
	Bedrock   = "bedrock"
	Vertex    = "vertex"
	OpenAI    = "openai" // and whatever speaks its chat completions at BaseURL
)

// Config says which model is asked, where, and as whom. Nothing but what it
// says counts: the environment is not read, but by the credential chains of
// Bedrock and Vertex, whose way that is, and where Proxies is set.
type Config struct {
	Provider string // one of the above
	Model    string // as the provider names it
	BaseURL  string // empty: the provider's own; of OpenAI: with the version, "https://host/v1"
	// Key gives the credential. It is asked once before the first request, and
	// once more, with again set, when the provider refuses the one it gave. nil:
	// none is sent, which is right for Bedrock, Vertex and many local servers.
	Key     func(again bool) (string, error)
	Headers map[string]string
	Region  string // of Bedrock and Vertex
	Project string // of Vertex
	// Proxies lets the environment's proxy variables count.
	Proxies bool
	// Transport stands for the network; nil: a transport of the completer's own.
	Transport http.RoundTripper
	Traits    *Traits // what the model takes; nil: TraitsOf(Model)
}

// New makes what asks the model that c names. The error says what is missing
// in c.
func New(c Config) (Completer, error) {
	if c.Model == "" {
		return nil, fmt.Errorf("no model is named; set model")
	}
	if c.Traits == nil {
		t := TraitsOf(c.Model)
		c.Traits = &t
	}
	client := &http.Client{Transport: bounded{c.transport()}, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	switch c.Provider {
	case Anthropic, Bedrock, Vertex:
		return newClaude(c, client)
	case OpenAI:
		return newChat(c, client)
	case "":
		return nil, fmt.Errorf("no provider is named; set it to one of %s", strings.Join([]string{Anthropic, Bedrock, Vertex, OpenAI}, ", "))
	}
	return nil, fmt.Errorf("%q is no provider; they are %s", c.Provider, strings.Join([]string{Anthropic, Bedrock, Vertex, OpenAI}, ", "))
}

func (c *Config) transport() http.RoundTripper {
	if c.Transport != nil {
		return c.Transport
	}
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxIdleConnsPerHost = 16
	if !c.Proxies {
		t.Proxy = nil
	}
	return t
}
