package llm

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net/http"
)

// maxBytes is how much of an answer is read where the request does not say.
const maxBytes = 4 << 20

// maxRefusal is how much is read of an answer that is none.
const maxRefusal = 64 << 10

var errTooMuch = errors.New("the answer is longer than was asked for")

// seen is what came over the wire for one question, whatever an SDK makes of it.
type seen struct {
	limit  int64 // bytes of the answer's body that are read
	status int
	header http.Header
	body   []byte // of an answer that is none, as much as is read of it
	broken error  // why the body could not be read to its end
}

type seenKey struct{}

// watch gives a context in which one question is asked, and what will be seen.
func watch(ctx context.Context, r Request) (context.Context, *seen) {
	s := &seen{limit: r.MaxBytes}
	if s.limit <= 0 {
		s.limit = maxBytes
	}
	return context.WithValue(ctx, seenKey{}, s), s
}

// watched is a network of which is kept what came over it, and of which no more
// is read than a question wants. It counts what was unpacked, not what came.
type watched struct{ next http.RoundTripper }

func (w watched) RoundTrip(r *http.Request) (*http.Response, error) {
	res, err := w.next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	s, ok := r.Context().Value(seenKey{}).(*seen)
	if !ok {
		s = &seen{limit: maxBytes}
	}
	s.status, s.header = res.StatusCode, res.Header
	if res.StatusCode < 200 || res.StatusCode > 299 {
		// What can be read of it is enough; the status has said it.
		s.body, _ = io.ReadAll(io.LimitReader(res.Body, maxRefusal))
		res.Body.Close()
		res.Body, res.ContentLength = io.NopCloser(bytes.NewReader(s.body)), int64(len(s.body))
		return res, nil
	}
	res.Body = &capped{res.Body, s, s.limit}
	return res, nil
}

// capped is a body of which so much is read and no more.
type capped struct {
	io.ReadCloser
	seen *seen
	left int64
}

func (c *capped) Read(p []byte) (int, error) {
	n, err := c.read(p)
	if err != nil && err != io.EOF {
		c.seen.broken = err
	}
	return n, err
}

func (c *capped) read(p []byte) (int, error) {
	if c.left > 0 {
		n, err := c.ReadCloser.Read(p[:min(int64(len(p)), c.left)])
		c.left -= int64(n)
		return n, err
	}
	// A body of just that length ends here.
	var more [1]byte
	for {
		if n, err := c.ReadCloser.Read(more[:]); n > 0 {
			return 0, errTooMuch
		} else if err != nil {
			return 0, err
		}
	}
}

func trusting(pool *x509.CertPool) *tls.Config {
	return &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}
}
