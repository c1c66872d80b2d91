package llm

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"

	"github.com/anthropics/anthropic-sdk-go/v2"
	"github.com/anthropics/anthropic-sdk-go/v2/bedrock"
	"github.com/anthropics/anthropic-sdk-go/v2/option"
	"github.com/anthropics/anthropic-sdk-go/v2/vertex"
	"github.com/aws/aws-sdk-go-v2/config"
)

// claudeModel asks models of Anthropic's: at Anthropic, on Bedrock, on Vertex.
type claudeModel struct {
	c      Config
	client *http.Client
	options
}

// options builds the request options once, and again with a fresh credential.
type options struct {
	mu   sync.Mutex
	have []option.RequestOption
}

func newClaude(c Config, client *http.Client) (Completer, error) {
	switch c.Provider {
	case Bedrock:
		if c.Region == "" {
			return nil, fmt.Errorf("Bedrock wants a region; set region")
		}
	case Vertex:
		if c.Region == "" || c.Project == "" {
			return nil, fmt.Errorf("Vertex wants a region and a project; set region and project")
		}
	}
	return &claudeModel{c: c, client: client}, nil
}

// with gives the options of a request. A credential is asked for when there is
// none yet, or when again.
func (m *claudeModel) with(ctx context.Context, again bool) (opts []option.RequestOption, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.have != nil && !again {
		return m.have, nil
	}
	defer func() { // the SDK panics where it finds no credentials
		if p := recover(); p != nil {
			opts, err = nil, fmt.Errorf("no credentials: %v", p)
		}
	}()
	opts = []option.RequestOption{option.WithoutEnvironmentDefaults(), option.WithHTTPClient(m.client), option.WithMaxRetries(0), option.WithoutOpenTelemetry()}
	// Credentials outlast the request that asked for them.
	life := context.WithoutCancel(ctx)
	switch m.c.Provider {
	case Bedrock:
		opts = append(opts, bedrock.WithLoadDefaultConfig(life, config.WithRegion(m.c.Region), config.WithRetryMaxAttempts(1)))
	case Vertex:
		opts = append(opts, vertex.WithGoogleAuth(life, m.c.Region, m.c.Project))
	default:
		if m.c.Key != nil {
			key, err := m.c.Key(again)
			if err != nil {
				return nil, err
			}
			opts = append(opts, option.WithAPIKey(key))
		}
	}
	if m.c.BaseURL != "" {
		opts = append(opts, option.WithBaseURL(m.c.BaseURL))
	}
	for k, v := range m.c.Headers {
		opts = append(opts, option.WithHeader(k, v))
	}
	m.have = opts
	return opts, nil
}

// Complete asks the model. A credential that is refused is asked for once more.
func (m *claudeModel) Complete(ctx context.Context, r Request) (Response, error) {
	res, err := m.once(ctx, r, false)
	var e *Error
	if m.c.Key != nil && errors.As(err, &e) && e.Status == http.StatusUnauthorized {
		return m.once(ctx, r, true)
	}
	return res, err
}

func (m *claudeModel) once(ctx context.Context, r Request, again bool) (Response, error) {
	opts, err := m.with(ctx, again)
	if err != nil {
		return Response{}, &Error{Kind: Auth, Text: said(err.Error()), Err: err}
	}
	service := anthropic.NewMessageService(opts...)
	var more []option.RequestOption
	if !m.c.Traits.NoTemperature && !r.Thinking.On {
		// The SDK has no field for it any more; the models that take it do.
		more = append(more, option.WithJSONSet("temperature", r.Temperature))
	}
	msg, err := service.New(within(ctx, r), m.params(r), more...)
	if err != nil {
		return Response{}, claudeError(ctx, err)
	}
	if msg == nil || string(msg.Type) != "message" || msg.StopReason == "" {
		return Response{}, &Error{Kind: Server, Text: "the answer is no message"}
	}
	out := Response{ID: msg.ID, Model: string(msg.Model), Stop: claudeStop(msg.StopReason),
		Usage: Usage{Input: int(msg.Usage.InputTokens), Cached: int(msg.Usage.CacheReadInputTokens),
			Written: int(msg.Usage.CacheCreationInputTokens), Output: int(msg.Usage.OutputTokens)}}
	for _, b := range msg.Content {
		if b.Type == "text" {
			out.Text += b.Text
			out.Blocks++
		}
	}
	if msg.StopReason == anthropic.StopReasonModelContextWindowExceeded {
		return Response{}, &Error{Kind: OverContext, ID: msg.ID, Text: "the model's window is full"}
	}
	return out, nil
}

func (m *claudeModel) params(r Request) anthropic.MessageNewParams {
	t := m.c.Traits
	p := anthropic.MessageNewParams{Model: anthropic.Model(m.c.Model), MaxTokens: int64(r.MaxTokens), StopSequences: r.Stop}
	if t.NoThinkingOff {
		p.MaxTokens += int64(t.Extra)
	} else if r.Thinking.On {
		p.Thinking = anthropic.ThinkingConfigParamUnion{OfEnabled: &anthropic.ThinkingConfigEnabledParam{BudgetTokens: int64(r.Thinking.Budget)}}
	} else {
		p.Thinking = anthropic.ThinkingConfigParamUnion{OfDisabled: &anthropic.ThinkingConfigDisabledParam{}}
	}
	for _, b := range r.System {
		block := anthropic.TextBlockParam{Text: b.Text}
		if b.Mark {
			block.CacheControl = anthropic.NewCacheControlEphemeralParam()
		}
		p.System = append(p.System, block)
	}
	for _, msg := range r.Messages {
		var blocks []anthropic.ContentBlockParamUnion
		for _, b := range msg.Blocks {
			block := anthropic.TextBlockParam{Text: b.Text}
			if b.Mark {
				block.CacheControl = anthropic.NewCacheControlEphemeralParam()
			}
			blocks = append(blocks, anthropic.ContentBlockParamUnion{OfText: &block})
		}
		if msg.Role == Assistant {
			p.Messages = append(p.Messages, anthropic.NewAssistantMessage(blocks...))
		} else {
			p.Messages = append(p.Messages, anthropic.NewUserMessage(blocks...))
		}
	}
	return p
}

func claudeStop(r anthropic.StopReason) Stop {
	switch r {
	case anthropic.StopReasonEndTurn:
		return StopEnd
	case anthropic.StopReasonStopSequence:
		return StopSequence
	case anthropic.StopReasonMaxTokens:
		return StopMaxTokens
	case anthropic.StopReasonRefusal:
		return StopRefusal
	}
	return StopOther
}

func claudeError(ctx context.Context, err error) *Error {
	var e *anthropic.Error
	if !errors.As(err, &e) {
		return failed(ctx, err)
	}
	kind, text := complaint([]byte(e.RawJSON()))
	var h http.Header
	if e.Response != nil {
		h = e.Response.Header
	}
	out := refusal(e.StatusCode, h, kind, text)
	if out.ID == "" {
		out.ID = said(e.RequestID)
	}
	return out
}
