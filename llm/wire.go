package llm

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// maxBytes is how much of an answer is read where the request does not say.
const maxBytes = 4 << 20

var errTooMuch = errors.New("the answer is longer than was asked for")

type limitKey struct{}

// within carries the size up to which an answer is read.
func within(ctx context.Context, r Request) context.Context {
	n := r.MaxBytes
	if n <= 0 {
		n = maxBytes
	}
	return context.WithValue(ctx, limitKey{}, n)
}

// bounded cuts answers that are longer than the request wants, after they were
// unpacked.
type bounded struct{ next http.RoundTripper }

func (b bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	res, err := b.next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	n, ok := r.Context().Value(limitKey{}).(int64)
	if !ok {
		n = maxBytes
	}
	res.Body = &capped{res.Body, n}
	return res, nil
}

type capped struct {
	io.ReadCloser
	left int64
}

func (c *capped) Read(p []byte) (int, error) {
	if c.left <= 0 {
		return 0, errTooMuch
	}
	if int64(len(p)) > c.left {
		p = p[:c.left]
	}
	n, err := c.ReadCloser.Read(p)
	c.left -= int64(n)
	return n, err
}

// failed is what went wrong before there was an answer, or while it was read.
func failed(ctx context.Context, err error) *Error {
	e := &Error{Kind: Server, Text: "the answer cannot be read", Err: err}
	var network net.Error
	var op *net.OpError
	var dns *net.DNSError
	var cert *tls.CertificateVerificationError
	var unknown x509.UnknownAuthorityError
	var record tls.RecordHeaderError
	var whole *url.Error
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded), errors.Is(err, context.DeadlineExceeded):
		e.Kind, e.Text = Timeout, "no answer in time"
	case errors.Is(ctx.Err(), context.Canceled), errors.Is(err, context.Canceled):
		e.Kind, e.Text = Timeout, "the request was called off"
	case errors.Is(err, errTooMuch):
		e.Text = errTooMuch.Error()
	case errors.As(err, &dns):
		e.Kind, e.Text = Connection, "the provider's name is not known"
	case errors.As(err, &cert), errors.As(err, &unknown), errors.As(err, &record):
		e.Kind, e.Text = Connection, "the provider's certificate or its TLS is not to be trusted"
	case errors.As(err, &network) && network.Timeout():
		e.Kind, e.Text = Timeout, "no answer in time"
	case errors.As(err, &op), errors.As(err, &whole): // before there was an answer
		e.Kind, e.Text = Connection, "the connection failed or was cut"
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		e.Text = "the answer ends too early"
	}
	return e
}

// refusal is an answer with another status than 200. kind and text are what its
// body says, where it says something.
func refusal(status int, h http.Header, kind, text string) *Error {
	e := &Error{Status: status, Text: said(text), ID: first(h, "request-id", "x-request-id", "x-amzn-requestid")}
	low := strings.ToLower(kind + " " + text)
	switch {
	case tooLong(low) && (status == 400 || status == 413 || status == 422):
		e.Kind = OverContext
	case status == 413:
		e.Kind = OverContext
	case status == 401 || status == 403:
		e.Kind = Auth
	case status == 408 || status == 504:
		e.Kind = Timeout
	case status == 429:
		e.Kind, e.After = RateLimited, after(h)
	case status == 503 || status == 529 || strings.Contains(kind, "overloaded"):
		e.Kind, e.After = Overloaded, after(h)
	case status >= 500:
		e.Kind = Server
	case status >= 400:
		e.Kind = BadRequest
	default:
		e.Kind = Server
	}
	return e
}

// tooLong tells whether a provider says that a request does not fit.
func tooLong(low string) bool {
	for _, s := range [...]string{"prompt is too long", "context_length_exceeded", "maximum context length", "context window", "input is too long", "too many tokens", "exceeds the maximum number of tokens", "request_too_large"} {
		if strings.Contains(low, s) {
			return true
		}
	}
	return false
}

// after is when to come again.
func after(h http.Header) time.Duration {
	s := strings.TrimSpace(h.Get("Retry-After"))
	if s == "" {
		return 0
	}
	if n, err := strconv.ParseFloat(s, 64); err == nil {
		if n < 0 || n > 86400 || n != n {
			return 0
		}
		return time.Duration(n * float64(time.Second))
	}
	if t, err := http.ParseTime(s); err == nil {
		return max(0, time.Until(t))
	}
	return 0
}

func first(h http.Header, names ...string) string {
	for _, n := range names {
		if v := h.Get(n); v != "" {
			return said(v)
		}
	}
	return ""
}

// said is a text of a provider's as it may be shown: one short line.
func said(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, s)
	s = strings.Join(strings.Fields(s), " ")
	if len(s) > 300 {
		s = strings.ToValidUTF8(s[:300], "") + "..."
	}
	return s
}

// complaint reads the body of a refusal: {"error": {"type": .., "message": ..}}.
func complaint(body []byte) (kind, text string) {
	var b struct {
		Error   json.RawMessage `json:"error"`
		Message string          `json:"message"`
	}
	if json.Unmarshal(body, &b) != nil {
		return "", ""
	}
	var e struct {
		Type    string `json:"type"`
		Code    any    `json:"code"`
		Message string `json:"message"`
	}
	if json.Unmarshal(b.Error, &e) != nil {
		var s string
		json.Unmarshal(b.Error, &s)
		return "", s + b.Message
	}
	if c, ok := e.Code.(string); ok {
		e.Type += " " + c
	}
	return e.Type, e.Message
}
