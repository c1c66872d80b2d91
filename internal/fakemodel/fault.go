package fakemodel

import (
	"compress/gzip"
	"net/http"
	"strings"
)

// Fault is something that goes wrong with an answer.
type Fault string

// The faults of an answer.
const (
	SlowHeaders Fault = "slow headers" // nothing comes until the client goes
	SlowBody    Fault = "slow body"    // nothing comes after the beginning
	CutBody     Fault = "cut body"     // the connection ends in the middle
	CutEarly    Fault = "cut early"    // the connection ends before an answer
	EmptyBody   Fault = "empty body"   //
	EmptyObject Fault = "empty object" // {}
	HTML        Fault = "HTML"         // a page of a portal's, and it says so
	HTMLAsJSON  Fault = "HTML as JSON" // the same, called JSON
	WrongJSON   Fault = "wrong JSON"   // JSON that ends in the middle
	OtherJSON   Fault = "other JSON"   // JSON of another kind
	GzipBomb    Fault = "gzip bomb"    // a few KB that unpack to 128 MB
	Huge        Fault = "100 MB"       // of a valid answer's beginning
)

const page = "<!DOCTYPE html><html><body>Please log in to the network.</body></html>"

// size is how long an answer is that is too long.
const size = 100 << 20

// spoil answers with fault instead of whole, which is the good answer's body.
func spoil(w http.ResponseWriter, r *http.Request, fault Fault, whole []byte) {
	h := w.Header()
	switch fault {
	case SlowHeaders:
		<-r.Context().Done()
	case SlowBody:
		w.Write(whole[:len(whole)/2])
		http.NewResponseController(w).Flush()
		<-r.Context().Done()
	case CutBody:
		w.Write(whole[:len(whole)/2])
		http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	case CutEarly:
		panic(http.ErrAbortHandler)
	case EmptyBody:
	case EmptyObject:
		w.Write([]byte("{}"))
	case HTML:
		h.Set("Content-Type", "text/html; charset=utf-8")
		w.Write([]byte(page))
	case HTMLAsJSON:
		w.Write([]byte(page))
	case WrongJSON:
		w.Write(whole[:len(whole)/2])
	case OtherJSON:
		w.Write([]byte(`["something", {"else": 1}]`))
	case GzipBomb:
		h.Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		defer z.Close()
		flood(func(p []byte) error { _, err := z.Write(p); return err }, 128<<20)
	case Huge:
		flood(func(p []byte) error { _, err := w.Write(p); return err }, size)
	default:
		panic("fakemodel: no such fault: " + string(fault))
	}
}

// flood writes n bytes of a text that begins as JSON.
func flood(write func([]byte) error, n int) {
	chunk := []byte(strings.Repeat("a", 1<<16))
	for err := write([]byte(`{"id":"`)); err == nil && n > 0; n -= len(chunk) {
		err = write(chunk)
	}
}

// Way is how a server is, or is not, to be reached.
type Way string

// The ways.
const (
	Plain     Way = ""
	NoName    Way = "no name"   // its name is not known
	Refused   Way = "refused"   // nothing listens
	Untrusted Way = "untrusted" // its certificate is signed by nobody
	NotTLS    Way = "not TLS"   // TLS is asked of what speaks none
)

// Trouble is one way in which a provider fails, by name.
type Trouble struct {
	Name string
	Way  Way
	Step Step
}

// Troubles is every way in which a provider fails: what a test of the gate's
// answers to them walks through.
func Troubles() []Trouble {
	list := []Trouble{
		{"DNS failure", NoName, Step{}}, {"refused", Refused, Step{}}, {"TLS of nobody", Untrusted, Step{}}, {"no TLS", NotTLS, Step{}},
	}
	for _, f := range []Fault{SlowHeaders, SlowBody, CutBody, CutEarly, EmptyBody, EmptyObject, HTML, HTMLAsJSON, WrongJSON, OtherJSON, GzipBomb, Huge} {
		list = append(list, Trouble{string(f), Plain, Step{Fault: f}})
	}
	return append(list,
		Trouble{"400", Plain, Step{Error: 400}},
		Trouble{"400 too long", Plain, Step{Error: 400, Message: "prompt is too long: 250000 tokens > 200000 maximum"}},
		Trouble{"401", Plain, Step{Error: 401}},
		Trouble{"402", Plain, Step{Error: 402}},
		Trouble{"403", Plain, Step{Error: 403}},
		Trouble{"404 model", Plain, Step{Error: 404, Message: "model: no such model"}},
		Trouble{"408", Plain, Step{Error: 408}},
		Trouble{"413", Plain, Step{Error: 413}},
		Trouble{"429", Plain, Step{Error: 429}},
		Trouble{"429 with Retry-After", Plain, Step{Error: 429, Header: map[string]string{"Retry-After": "7"}}},
		Trouble{"500", Plain, Step{Error: 500}},
		Trouble{"502 with HTML", Plain, Step{Error: 502, Fault: HTML}},
		Trouble{"503", Plain, Step{Error: 503}},
		Trouble{"504", Plain, Step{Error: 504}},
		Trouble{"529", Plain, Step{Error: 529}},
		Trouble{"500 and 100 MB", Plain, Step{Error: 500, Fault: Huge}},
		Trouble{"429 and a slow body", Plain, Step{Error: 429, Fault: SlowBody}},
		Trouble{"a redirect", Plain, Step{Error: 307, Header: map[string]string{"Location": "http://127.0.0.1:1/"}}},
		Trouble{"refusal", Plain, Step{Text: "I will not.", Stop: "refusal"}},
		Trouble{"cut at its tokens", Plain, Step{Text: "<thinking>step one is", Stop: "max_tokens"}},
		Trouble{"two blocks", Plain, Step{Text: "<block>no</block>", More: []string{"<block>yes</block>"}}},
	)
}

// Start starts what t is of: the base URL of what fails so, whatever it is asked.
// The server is never nil, so that requests can be counted; the caller closes it.
func (t Trouble) Start() (base string, srv *Server, err error) {
	s := Script{Every: &t.Step}
	if t.Way == Untrusted {
		srv, err = StartTLS(s)
	} else {
		srv, err = Start(s)
	}
	if err != nil {
		return "", nil, err
	}
	switch t.Way {
	case NoName:
		// No resolver is asked for a name that can be none.
		return "https://no-such-model-.invalid", srv, nil
	case Refused:
		srv.Close()
	case NotTLS:
		return strings.Replace(srv.URL, "http:", "https:", 1), srv, nil
	}
	return srv.URL, srv, nil
}
