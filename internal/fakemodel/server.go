package fakemodel

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"
)

// Server is a running model server.
type Server struct {
	URL string // base URL, "http://127.0.0.1:port"

	http *http.Server
	done chan struct{}

	mu       sync.Mutex
	script   Script
	requests []Request
	checks   int // classifier requests so far
	ids      int
	changed  chan struct{} // closed and replaced with every request
}

// Kind tells what a request is for.
type Kind string

// The kinds.
const (
	Main       Kind = "main"       // of the main conversation
	Sub        Kind = "agent"      // of a subagent's
	Classifier Kind = "classifier" // a client's check of a call
	Side       Kind = "side"       // anything else that generates: titles, summaries
	Other      Kind = "other"      // lists of models, counting of tokens
)

// Request is one request, as it came.
type Request struct {
	At     time.Time
	Method string
	Path   string
	Header http.Header // without credentials
	Kind   Kind
	Body   Body
	Raw    json.RawMessage
}

// Start starts a server on a free loopback port.
func Start(s Script) (*Server, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	return Serve(l, s), nil
}

// Serve starts a server on l.
func Serve(l net.Listener, s Script) *Server {
	srv := &Server{URL: "http://" + l.Addr().String(), script: s, done: make(chan struct{}), changed: make(chan struct{})}
	srv.http = &http.Server{Handler: srv, ReadHeaderTimeout: 10 * time.Second}
	go func() {
		defer close(srv.done)
		srv.http.Serve(l)
	}()
	return srv
}

// Close stops the server and waits until it has stopped.
func (s *Server) Close() {
	s.http.Close()
	<-s.done
}

// Set replaces the script. What was answered stays answered: steps are counted
// by what a conversation holds.
func (s *Server) Set(script Script) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.script, s.checks = script, 0
}

// Requests gives the requests of those kinds so far, all where none is named.
func (s *Server) Requests(kinds ...Kind) []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []Request
	for _, r := range s.requests {
		keep := len(kinds) == 0
		for _, k := range kinds {
			keep = keep || r.Kind == k
		}
		if keep {
			out = append(out, r)
		}
	}
	return out
}

// Results gives the results of tool calls that the model was told in any
// request, by call id.
func (s *Server) Results() map[string]Result {
	out := map[string]Result{}
	for _, r := range s.Requests(Main, Sub) {
		for _, res := range r.Body.Results() {
			out[res.ID] = res
		}
	}
	return out
}

// WaitFor waits until ok holds of the requests so far, or for at most d, and
// tells whether it held.
func (s *Server) WaitFor(d time.Duration, ok func([]Request) bool) bool {
	deadline := time.After(d)
	for {
		s.mu.Lock()
		changed := s.changed
		s.mu.Unlock()
		if ok(s.Requests()) {
			return true
		}
		select {
		case <-changed:
		case <-deadline:
			return ok(s.Requests())
		}
	}
}

// maxBody bounds a request's body.
const maxBody = 64 << 20

// ServeHTTP answers one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	raw, err := body(r)
	if err != nil {
		fail(w, http.StatusBadRequest, "invalid_request_error", err.Error())
		return
	}
	req := Request{At: time.Now(), Method: r.Method, Path: r.URL.Path, Header: r.Header.Clone(), Raw: raw, Kind: Other}
	for _, secret := range []string{"Authorization", "X-Api-Key"} {
		req.Header.Del(secret)
	}
	messages := r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/v1/messages")
	if messages {
		if err := json.Unmarshal(raw, &req.Body); err != nil {
			fail(w, http.StatusBadRequest, "invalid_request_error", err.Error())
			return
		}
	}
	st := s.note(&req, messages)
	switch {
	case messages:
		s.answer(w, r, &req, st)
	case strings.HasSuffix(r.URL.Path, "/count_tokens"):
		reply(w, map[string]any{"input_tokens": 1000})
	case strings.HasSuffix(r.URL.Path, "/models"):
		reply(w, map[string]any{"data": []any{}, "has_more": false})
	case r.Method == http.MethodHead:
		w.WriteHeader(http.StatusOK)
	default:
		fail(w, http.StatusNotFound, "not_found_error", "no such path")
	}
}

// note keeps a request and picks the step that answers it.
func (s *Server) note(req *Request, messages bool) Step {
	s.mu.Lock()
	defer s.mu.Unlock()
	var st Step
	if messages {
		req.Kind, st = s.pick(&req.Body)
	}
	s.requests = append(s.requests, *req)
	close(s.changed)
	s.changed = make(chan struct{})
	return st
}

// pick tells what a request is for and which step answers it.
func (s *Server) pick(b *Body) (Kind, Step) {
	if b.checks() {
		st := Text("<block>no")
		if len(s.script.Classifier) > 0 {
			st = step(s.script.Classifier, s.checks)
		}
		s.checks++
		return Classifier, st
	}
	if len(b.Tools) == 0 {
		return Side, Text("ok")
	}
	order := b.order()
	for _, a := range s.script.Agents {
		if a.Match != "" && strings.Contains(order, a.Match) {
			return Sub, step(a.Steps, b.answers())
		}
	}
	return Main, step(s.script.Steps, b.answers())
}

// answer writes the step's answer in the form that was asked for.
func (s *Server) answer(w http.ResponseWriter, r *http.Request, req *Request, st Step) {
	if st.Delay > 0 {
		select {
		case <-time.After(st.Delay):
		case <-r.Context().Done():
			return
		}
	}
	if st.Error != 0 {
		fail(w, st.Error, "api_error", "as the script says")
		return
	}
	s.mu.Lock()
	s.ids++
	n := s.ids
	s.mu.Unlock()
	m := message(req, st, n)
	if req.Body.Stream {
		stream(w, m)
		return
	}
	w.Header().Set("Request-Id", fmt.Sprintf("req_fake%06d", n))
	reply(w, m)
}

func body(r *http.Request) ([]byte, error) {
	var rd io.Reader = http.MaxBytesReader(nil, r.Body, maxBody)
	if r.Header.Get("Content-Encoding") == "gzip" {
		z, err := gzip.NewReader(rd)
		if err != nil {
			return nil, err
		}
		rd = io.LimitReader(z, maxBody)
	}
	return io.ReadAll(rd)
}

func reply(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(v)
}

func fail(w http.ResponseWriter, status int, kind, text string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(map[string]any{"type": "error", "error": map[string]string{"type": kind, "message": text}})
}
