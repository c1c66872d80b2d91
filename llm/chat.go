package llm

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
)

// chatModel asks models through chat completions: OpenAI's, and whatever
// speaks the same at another address.
type chatModel struct {
	c      Config
	client *http.Client

	mu  sync.Mutex
	key string
	had bool
}

func newChat(c Config, client *http.Client) (Completer, error) {
	if c.BaseURL == "" {
		c.BaseURL = "https://api.openai.com/v1"
	}
	return &chatModel{c: c, client: client}, nil
}

func (m *chatModel) credential(again bool) (string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.c.Key == nil || m.had && !again {
		return m.key, nil
	}
	key, err := m.c.Key(again)
	if err == nil {
		m.key, m.had = key, true
	}
	return key, err
}

// Complete asks the model. A credential that is refused is asked for once more.
func (m *chatModel) Complete(ctx context.Context, r Request) (Response, error) {
	res, err := m.once(ctx, r, false)
	var e *Error
	if m.c.Key != nil && errors.As(err, &e) && e.Status == http.StatusUnauthorized {
		return m.once(ctx, r, true)
	}
	return res, err
}

func (m *chatModel) once(ctx context.Context, r Request, again bool) (Response, error) {
	key, err := m.credential(again)
	if err != nil {
		return Response{}, &Error{Kind: Auth, Text: said(err.Error()), Err: err}
	}
	// The service by itself reads no environment.
	opts := []option.RequestOption{option.WithHTTPClient(m.client), option.WithMaxRetries(0), option.WithBaseURL(strings.TrimSuffix(m.c.BaseURL, "/") + "/")}
	if key != "" {
		opts = append(opts, option.WithAPIKey(key))
	}
	for k, v := range m.c.Headers {
		opts = append(opts, option.WithHeader(k, v))
	}
	service := openai.NewChatCompletionService(opts...)
	res, err := service.New(within(ctx, r), m.params(r))
	if err != nil {
		return Response{}, chatError(ctx, err)
	}
	if res == nil || len(res.Choices) != 1 || res.Choices[0].FinishReason == "" {
		return Response{}, &Error{Kind: Server, Text: "the answer is no single completion"}
	}
	c := res.Choices[0]
	out := Response{Text: c.Message.Content, Blocks: 1, ID: res.ID, Model: res.Model, Usage: Usage{Cached: int(res.Usage.PromptTokensDetails.CachedTokens),
		Input: int(res.Usage.PromptTokens - res.Usage.PromptTokensDetails.CachedTokens), Output: int(res.Usage.CompletionTokens)}}
	switch c.FinishReason {
	case "stop":
		// It is not said whether the model was done or a stop sequence ended it:
		// where one was asked for and is not there, it did.
		out.Stop = StopEnd
		for _, s := range r.Stop {
			if out.Text != "" && !m.c.Traits.NoStop && !strings.Contains(out.Text, s) {
				out.Stop = StopSequence
			}
		}
	case "length":
		out.Stop = StopMaxTokens
	case "content_filter":
		out.Stop = StopRefusal
	}
	if c.Message.Refusal != "" {
		out.Stop = StopRefusal
	}
	return out, nil
}

func (m *chatModel) params(r Request) openai.ChatCompletionNewParams {
	t := m.c.Traits
	p := openai.ChatCompletionNewParams{Model: m.c.Model}
	tokens := int64(r.MaxTokens + t.Extra)
	if t.OldLimit {
		p.MaxTokens = openai.Int(tokens)
	} else {
		p.MaxCompletionTokens = openai.Int(tokens)
	}
	if !t.NoTemperature {
		p.Temperature = openai.Float(r.Temperature)
	}
	if len(r.Stop) > 0 && !t.NoStop {
		p.Stop = openai.ChatCompletionNewParamsStopUnion{OfStringArray: r.Stop}
	}
	p.Messages = append(p.Messages, openai.SystemMessage(joined(r.System)))
	for _, msg := range r.Messages {
		if msg.Role == Assistant {
			p.Messages = append(p.Messages, openai.AssistantMessage(joined(msg.Blocks)))
		} else {
			p.Messages = append(p.Messages, openai.UserMessage(joined(msg.Blocks)))
		}
	}
	return p
}

// joined is the text of blocks as one: these endpoints find a repeated
// beginning by themselves.
func joined(bs []Block) string {
	var b strings.Builder
	for i, x := range bs {
		if i > 0 && !strings.HasSuffix(bs[i-1].Text, "\n") {
			b.WriteByte('\n')
		}
		b.WriteString(x.Text)
	}
	return b.String()
}

func chatError(ctx context.Context, err error) *Error {
	var e *openai.Error
	if !errors.As(err, &e) {
		return failed(ctx, err)
	}
	var h http.Header
	if e.Response != nil {
		h = e.Response.Header
	}
	kind, text := complaint([]byte(e.RawJSON()))
	return refusal(e.StatusCode, h, strings.TrimSpace(kind+" "+e.Type+" "+e.Code), text+e.Message)
}
