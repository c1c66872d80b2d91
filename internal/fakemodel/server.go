package fakemodel

import (
	"compress/gzip"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"slices"
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
	Format Format      // empty where no answer of a model is asked for
	Kind   Kind
	Body   Body
	Raw    json.RawMessage
}

// credentials are the headers that carry them.
var credentials = []string{"Authorization", "X-Api-Key", "Api-Key", "X-Goog-Api-Key", "X-Amz-Security-Token"}

// Start starts a server on a free loopback port.
func Start(s Script) (*Server, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	return Serve(l, s), nil
}

// StartTLS starts a server on a free loopback port that speaks TLS, with a
// certificate of its own making.
func StartTLS(s Script) (*Server, error) {
	cert, err := certificate()
	if err != nil {
		return nil, err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	srv := Serve(tls.NewListener(l, &tls.Config{Certificates: []tls.Certificate{cert}}), s)
	srv.URL = strings.Replace(srv.URL, "http:", "https:", 1)
	return srv, nil
}

func certificate() (tls.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return tls.Certificate{}, err
	}
	t := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: time.Unix(0, 0), NotAfter: time.Unix(1<<33, 0),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, DNSNames: []string{"localhost"}}
	der, err := x509.CreateCertificate(rand.Reader, t, t, key.Public(), key)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, err
}

// Serve starts a server on l.
func Serve(l net.Listener, s Script) *Server {
	srv := &Server{URL: "http://" + l.Addr().String(), script: s, done: make(chan struct{}), changed: make(chan struct{})}
	srv.http = &http.Server{Handler: srv, ReadHeaderTimeout: 10 * time.Second, ErrorLog: log.New(io.Discard, "", 0)}
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
		fail(w, "", Step{Error: http.StatusBadRequest, Message: err.Error()})
		return
	}
	f, model, stream := formatOf(r.URL.Path)
	if r.Method != http.MethodPost {
		f = ""
	}
	req := Request{At: time.Now(), Method: r.Method, Path: r.URL.Path, Header: r.Header.Clone(), Format: f, Raw: raw, Kind: Other}
	for _, name := range credentials {
		req.Header.Del(name)
	}
	if f != "" {
		if req.Body, err = decode(f, model, stream, raw); err != nil {
			fail(w, f, Step{Error: http.StatusBadRequest, Message: err.Error()})
			return
		}
	}
	st := s.note(&req)
	if f != "" && !s.takes(r) {
		st = Step{Error: http.StatusUnauthorized, Message: "the credential has expired"}
	}
	switch {
	case f != "":
		s.answer(w, r, &req, st)
	case strings.HasSuffix(r.URL.Path, "/count_tokens"):
		reply(w, map[string]any{"input_tokens": 1000})
	case strings.HasSuffix(r.URL.Path, ":countTokens"):
		reply(w, map[string]any{"totalTokens": 1000})
	case strings.HasSuffix(r.URL.Path, "/models"):
		reply(w, map[string]any{"data": []any{}, "has_more": false})
	case r.Method == http.MethodHead:
		w.WriteHeader(http.StatusOK)
	default:
		fail(w, "", Step{Error: http.StatusNotFound, Message: "no such path"})
	}
}

// takes tells whether a request comes with a credential that the script takes.
func (s *Server) takes(r *http.Request) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.script.Keys) == 0 {
		return true
	}
	key := r.URL.Query().Get("key")
	for _, name := range credentials[:4] {
		if v := strings.TrimPrefix(r.Header.Get(name), "Bearer "); v != "" {
			key = v
		}
	}
	return slices.ContainsFunc(s.script.Keys, func(k string) bool {
		// What AWS signs names the key.
		return k == key || strings.HasPrefix(key, "AWS4-HMAC-SHA256 Credential="+k+"/")
	})
}

// note keeps a request and picks the step that answers it.
func (s *Server) note(req *Request) Step {
	s.mu.Lock()
	defer s.mu.Unlock()
	var st Step
	if req.Format != "" {
		req.Kind, st = s.pick(&req.Body)
		if s.script.Every != nil {
			st = *s.script.Every
		}
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
	for name, v := range st.Header {
		w.Header().Set(name, v)
	}
	if st.Error != 0 {
		if st.Fault == "" {
			fail(w, req.Format, st)
			return
		}
		w.WriteHeader(st.Error)
	}
	s.mu.Lock()
	s.ids++
	n := s.ids
	s.mu.Unlock()
	text, contentType := encode(req.Format, answerTo(req, st, n), req.Body.Stream)
	if st.Error == 0 {
		w.Header().Set("Content-Type", contentType)
		w.Header().Set(idHeader(req.Format), fmt.Sprintf("req_fake%06d", n))
	}
	if st.Fault != "" {
		spoil(w, r, st.Fault, text)
		return
	}
	w.Write(text)
	http.NewResponseController(w).Flush()
}

// idHeader is the header in which a provider names a request.
func idHeader(f Format) string {
	switch f {
	case Bedrock:
		return "X-Amzn-Requestid"
	case Chat, Responses:
		return "X-Request-Id"
	}
	return "Request-Id"
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

func fail(w http.ResponseWriter, f Format, st Step) {
	b, h := refusal(f, st.Error, st.Type, st.Message)
	for name := range h {
		w.Header().Set(name, h.Get(name))
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(st.Error)
	w.Write(b)
}
