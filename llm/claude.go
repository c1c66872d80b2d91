package llm

import (
	"context"
	"net/http"

	"github.com/anthropics/anthropic-sdk-go/v2"
	"github.com/anthropics/anthropic-sdk-go/v2/option"
)

// claudeOptions are what a request to Anthropic's models is sent with.
type claudeOptions = []option.RequestOption

// newClaude asks models of Anthropic's: at Anthropic, on Bedrock, on Vertex.
func newClaude(c Config, client *http.Client) Completer {
	a := &asker[claudeOptions]{c: c}
	a.keep.make = func(ctx context.Context, again bool) (claudeOptions, string, error) {
		opts := claudeOptions{option.WithoutEnvironmentDefaults(), option.WithoutOpenTelemetry(), option.WithHTTPClient(client),
			option.WithMaxRetries(0), option.WithRequestTimeout(clip)}
		key, err := c.credential(ctx, again)
		if err != nil {
			return nil, "", err
		}
		switch {
		case c.Provider == Bedrock:
			o, err := onBedrock(ctx, c.Region, key)
			if err != nil {
				return nil, "", err
			}
			opts = append(opts, o)
		case c.Provider == Vertex:
			o, err := onVertex(ctx, c.Region, c.Project, key)
			if err != nil {
				return nil, "", err
			}
			opts = append(opts, o)
		case key == "":
		case http.CanonicalHeaderKey(c.KeyHeader) == "Authorization":
			opts = append(opts, option.WithAuthToken(key))
		case c.KeyHeader != "":
			opts = append(opts, option.WithHeader(c.KeyHeader, key))
		default:
			opts = append(opts, option.WithAPIKey(key))
		}
		if c.BaseURL != "" {
			opts = append(opts, option.WithBaseURL(c.BaseURL))
		}
		return append(opts, headers(&c, option.WithHeader)...), key, nil
	}
	a.once = func(ctx context.Context, opts claudeOptions, r Request) (Response, error) {
		service := anthropic.NewMessageService(opts...)
		var more claudeOptions
		if !c.Traits.NoTemperature && !r.Thinking.On {
			// The SDK has no field for it any more; the models that take it do.
			more = append(more, option.WithJSONSet("temperature", r.Temperature))
		}
		msg, err := service.New(ctx, claudeParams(&c, r), more...)
		if err != nil {
			return Response{}, err
		}
		return claudeAnswer(msg)
	}
	return a
}

func claudeAnswer(msg *anthropic.Message) (Response, error) {
	if msg == nil || string(msg.Type) != "message" || msg.StopReason == "" {
		return Response{}, errNoAnswer
	}
	if msg.StopReason == anthropic.StopReasonModelContextWindowExceeded {
		return Response{}, &Error{Kind: OverContext, Text: "the model's window is full"}
	}
	u := msg.Usage
	out := Response{ID: msg.ID, Model: string(msg.Model), Stop: claudeStop(msg.StopReason), Usage: Usage{Input: count(u.InputTokens),
		Cached: count(u.CacheReadInputTokens), Written: count(u.CacheCreationInputTokens), Output: count(u.OutputTokens)}}
	for _, b := range msg.Content {
		if b.Type == "text" {
			out.Text += b.Text
			out.Blocks++
		}
	}
	return out, nil
}

// count is a number of tokens that a provider names.
func count(n int64) int { return int(min(max(n, 0), 1<<31-1)) }

func claudeParams(c *Config, r Request) anthropic.MessageNewParams {
	t := c.Traits
	p := anthropic.MessageNewParams{Model: anthropic.Model(c.Model), MaxTokens: int64(r.MaxTokens), StopSequences: r.Stop}
	switch {
	case r.Thinking.On:
		p.MaxTokens += int64(r.Thinking.Budget)
		if t.Budget {
			p.Thinking = anthropic.ThinkingConfigParamUnion{OfEnabled: &anthropic.ThinkingConfigEnabledParam{BudgetTokens: int64(r.Thinking.Budget)}}
		} else {
			p.Thinking = anthropic.ThinkingConfigParamUnion{OfAdaptive: &anthropic.ThinkingConfigAdaptiveParam{Type: "adaptive"}}
		}
	case t.NoThinkingOff:
		p.MaxTokens += int64(t.Extra)
		if t.Effort != "" {
			p.OutputConfig = anthropic.OutputConfigParam{Effort: anthropic.OutputConfigEffort(t.Effort)}
		}
	case t.Off == offBetween:
		p.Thinking = anthropic.ThinkingConfigParamUnion{OfBetweenTools: &anthropic.ThinkingConfigBetweenToolsParam{Type: "between_tools"}}
	default:
		p.Thinking = anthropic.ThinkingConfigParamUnion{OfDisabled: &anthropic.ThinkingConfigDisabledParam{Type: "disabled"}}
	}
	for _, b := range r.System {
		p.System = append(p.System, claudeBlock(b))
	}
	for _, msg := range r.Messages {
		var blocks []anthropic.ContentBlockParamUnion
		for _, b := range msg.Blocks {
			block := claudeBlock(b)
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

func claudeBlock(b Block) anthropic.TextBlockParam {
	block := anthropic.TextBlockParam{Text: b.Text}
	if b.Mark {
		block.CacheControl = anthropic.NewCacheControlEphemeralParam()
	}
	return block
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
