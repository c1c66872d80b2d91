package llm

import (
	"context"
	"errors"
	"strings"
	"time"
)

// asker asks models of one provider with what was made of a credential. A
// provider says how that is made and how one question is put.
type asker[T any] struct {
	c    Config
	keep keeper[T]
	once func(ctx context.Context, with T, r Request) (Response, error)
}

// Complete asks the model. Where the credential is refused another is asked for,
// and when there is one the question is put once more.
func (a *asker[T]) Complete(ctx context.Context, r Request) (Response, error) {
	ctx, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	with, err := a.keep.get(ctx, nil)
	if err != nil {
		return Response{}, a.unkeyed(ctx, err)
	}
	res, fail := a.ask(ctx, with, r)
	if fail == nil {
		return res, nil
	}
	if !fail.expired() {
		return Response{}, fail
	}
	fresh, err := a.keep.get(ctx, with)
	if err != nil || fresh.key != "" && fresh.key == with.key {
		return Response{}, fail
	}
	if res, fail = a.ask(ctx, fresh, r); fail != nil {
		return Response{}, fail
	}
	return res, nil
}

func (a *asker[T]) unkeyed(ctx context.Context, err error) *Error {
	e := failure(ctx, &seen{}, credentialError{err})
	e.Text = said(a.hide(e.Text, ""))
	return e
}

// ask puts the question once.
func (a *asker[T]) ask(ctx context.Context, with *kept[T], r Request) (Response, *Error) {
	ctx, s := watch(ctx, r)
	res, err := a.once(ctx, with.val, r)
	refused := s.status < 200 || s.status > 299 // whatever an SDK made of it
	if err == nil && !refused {
		if id := requestID(s.header); id != "" {
			res.ID = id
		}
		res.ID, res.Model = line(res.ID, 100), line(res.Model, 100)
		return res, nil
	}
	e, own := err.(*Error)
	if !own || refused {
		e = fault(ctx, s, err)
	}
	e.Text = said(a.hide(e.Text, with.key))
	e.ID = a.hide(requestID(s.header), with.key)
	return Response{}, e
}

var errNoAnswer = errors.New("what came is no answer of a model's")

// hide blots out the credentials that went with a request, should an answer
// repeat them.
func (a *asker[T]) hide(s, key string) string {
	hidden := []string{key}
	for _, v := range a.c.Headers {
		hidden = append(hidden, v)
	}
	for _, h := range hidden {
		if len(h) >= 6 {
			s = strings.ReplaceAll(s, h, "[credential]")
		}
	}
	return s
}

// headers are those of c as an SDK's options, by what makes one.
func headers[O any](c *Config, with func(name, value string) O) []O {
	var out []O
	for k, v := range c.Headers {
		out = append(out, with(k, v))
	}
	return out
}

// clip is a duration that an SDK takes for a whole request.
const clip = longest + time.Minute
