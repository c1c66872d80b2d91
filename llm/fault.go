package llm

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode"

	"automode/secret"
)

// credentialError is a credential that cannot be had.
type credentialError struct{ error }

func (e credentialError) Unwrap() error { return e.error }

// fault is what went wrong with a question: err is what came of it, s what was
// seen of it on the wire. Texts of others are in it as they came; ask and unkeyed
// make them fit to be shown.
func fault(ctx context.Context, s *seen, err error) *Error {
	if s.status != 0 && (s.status < 200 || s.status > 299) {
		kind, text, code, wait := complaint(s.body)
		if t := s.header.Get("x-amzn-errortype"); t != "" {
			t, _, _ = strings.Cut(t, ":")
			kind += " " + t
		}
		e := refusal(s.status, kind+" "+code, text)
		if e.Kind == RateLimited || e.Kind == Overloaded {
			e.After = max(after(s.header), wait)
		}
		return e
	}
	return failure(ctx, s, err)
}

// failure is what went wrong before there was an answer, or while it was read.
func failure(ctx context.Context, s *seen, err error) *Error {
	if s.broken != nil {
		err = s.broken
	}
	var network net.Error
	var credential credentialError
	var dns *net.DNSError
	var whole *url.Error
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded), errors.Is(err, context.DeadlineExceeded):
		return &Error{Kind: Timeout, Text: "no answer in time", Err: context.DeadlineExceeded}
	case ctx.Err() != nil, errors.Is(err, context.Canceled):
		return &Error{Kind: Timeout, Text: "the request was called off", Err: context.Canceled}
	case errors.As(err, &credential):
		return &Error{Kind: Auth, Text: credential.Error()}
	case errors.Is(err, errTooMuch):
		return &Error{Kind: Server, Text: errTooMuch.Error()}
	case errors.As(err, &network) && network.Timeout():
		return &Error{Kind: Timeout, Text: "no answer in time"}
	case errors.As(err, &dns):
		return &Error{Kind: Connection, Text: "the provider's name is not found: " + dns.Name, Err: dns}
	case errors.As(err, &whole):
		return &Error{Kind: Connection, Text: whole.Err.Error(), Err: whole.Err}
	case s.broken != nil:
		return &Error{Kind: Connection, Text: "the answer was cut off"}
	}
	return &Error{Kind: Server, Text: errNoAnswer.Error()}
}

// refusal is an answer with another status than 2xx. kind and text are what its
// body says, where it says something.
func refusal(status int, kind, text string) *Error {
	e := &Error{Status: status, Text: text}
	kind = strings.ToLower(kind)
	low := kind + " " + strings.ToLower(text)
	switch {
	case status == 413 || tooLong(low) && (status == 400 || status == 422):
		e.Kind = OverContext
	case (status == 400 || status == 403) && says(kind, "content_filter", "content_policy", "responsibleai", "guardrail", "safety"):
		e.Kind = Refused
	case status == 401 || status == 402 || status == 403 || status < 500 && says(low, "expiredtoken", "api key not valid", "credit balance", "insufficient_quota", "invalid_grant"):
		e.Kind = Auth
	case status == 408 || status == 504 || says(kind, "modeltimeout"):
		e.Kind = Timeout
	case status == 429 || status < 500 && says(kind, "throttl", "servicequota"):
		e.Kind = RateLimited
	case status == 503 || status == 529 || says(kind, "overloaded"):
		e.Kind = Overloaded
	case status == 424 || status == 409 || status == 425 || status >= 500 || status < 400:
		e.Kind = Server
	default:
		e.Kind = BadRequest
	}
	return e
}

func says(s string, words ...string) bool {
	for _, w := range words {
		if strings.Contains(s, w) {
			return true
		}
	}
	return false
}

// tooLong tells whether a provider says that a request does not fit.
func tooLong(low string) bool {
	return says(low, "prompt is too long", "context_length_exceeded", "maximum context length", "context window", "context size",
		"input is too long", "too many tokens", "exceeds the maximum number of tokens", "input token count", "request_too_large", "exceed_context_size", "string_above_max_length")
}

// expired tells whether a fresh credential may help.
func (e *Error) expired() bool {
	return e.Status == http.StatusUnauthorized || e.Kind == Auth && e.Status != http.StatusPaymentRequired && says(strings.ToLower(e.Text), "expired")
}

// after is when to come again, as headers say it.
func after(h http.Header) time.Duration {
	if n, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil {
		return span(n / 1000)
	}
	s := strings.TrimSpace(h.Get("Retry-After"))
	if n, err := strconv.ParseFloat(s, 64); err == nil {
		return span(n)
	}
	if t, err := http.ParseTime(s); err == nil {
		return span(time.Until(t).Seconds())
	}
	return 0
}

// span is so many seconds, where that makes sense: from none to a day.
func span(seconds float64) time.Duration {
	if seconds >= 0 && seconds <= 86400 { // not what is no number either
		return time.Duration(seconds * float64(time.Second))
	}
	return 0
}

// requestID is how a provider names a request to its support.
func requestID(h http.Header) string {
	for _, name := range []string{"request-id", "x-request-id", "x-amzn-requestid", "apim-request-id"} {
		if v := h.Get(name); v != "" {
			return line(v, 100)
		}
	}
	return ""
}

// said is a text of others as it may be shown: one short line without
// credentials.
func said(s string) string {
	return line(secret.Redact(line(s, 2000)), 300)
}

// line is s in one line of at most so many bytes, without signs that steer a
// terminal or turn the writing.
func line(s string, most int) string {
	s = strings.ToValidUTF8(s[:min(len(s), 4*most)], "")
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
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "..."
	}
	return s
}

// complaint reads what a refusal says, in any of the forms that are about: an
// object or a text as "error", alone or in a list, "message", "detail".
func complaint(body []byte) (kind, text, code string, wait time.Duration) {
	var list []json.RawMessage
	if json.Unmarshal(body, &list) == nil && len(list) > 0 {
		body = list[0]
	}
	var b struct {
		Error   json.RawMessage `json:"error"`
		Message string          `json:"message"`
		Upper   string          `json:"Message"`
		Type    string          `json:"type"`
		Type2   string          `json:"__type"`
		Detail  json.RawMessage `json:"detail"`
	}
	if json.Unmarshal(body, &b) != nil {
		return "", "", "", 0
	}
	kind, text = b.Type+" "+b.Type2, b.Message+b.Upper
	for _, raw := range []json.RawMessage{b.Error, b.Detail} {
		var e struct {
			Type    string          `json:"type"`
			Status  string          `json:"status"`
			Code    json.RawMessage `json:"code"`
			Message string          `json:"message"`
			Details []struct {
				Wait string `json:"retryDelay"`
			} `json:"details"`
		}
		var s string
		switch {
		case len(raw) == 0:
		case json.Unmarshal(raw, &s) == nil:
			text += s
		case json.Unmarshal(raw, &e) == nil:
			kind += " " + e.Type + " " + e.Status
			text += e.Message
			code = strings.Trim(string(e.Code), `"`)
			for _, d := range e.Details {
				if t, err := time.ParseDuration(d.Wait); err == nil {
					wait = max(wait, span(t.Seconds()))
				}
			}
		}
	}
	return strings.TrimSpace(kind), text, code, wait
}
