package llm

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/packages/respjson"
	"github.com/openai/openai-go/v3/shared"
)

// chatOptions are what a request for a chat completion is sent with.
type chatOptions = []option.RequestOption

// newChat asks models through chat completions: OpenAI's, and whatever speaks
// the same at another address.
func newChat(c Config, client *http.Client) Completer {
	if c.BaseURL == "" {
		c.BaseURL = "https://api.openai.com/v1"
	}
	base, _ := url.Parse(c.BaseURL) // New has looked at it
	query := base.Query()
	base.RawQuery = ""
	a := &asker[chatOptions]{c: c}
	a.keep.make = func(ctx context.Context, again bool) (chatOptions, string, error) {
		key, err := c.credential(ctx, again)
		if err != nil {
			return nil, "", err
		}
		// A service by itself, without a client, reads no environment.
		opts := chatOptions{option.WithHTTPClient(client), option.WithMaxRetries(0), option.WithRequestTimeout(clip),
			option.WithBaseURL(strings.TrimSuffix(base.String(), "/") + "/")}
		for k, vs := range query {
			for _, v := range vs {
				opts = append(opts, option.WithQueryAdd(k, v))
			}
		}
		header := c.KeyHeader
		if header == "" && azure(base.Hostname()) {
			header = "api-key"
		}
		switch {
		case key == "":
		case header == "" || http.CanonicalHeaderKey(header) == "Authorization":
			opts = append(opts, option.WithAPIKey(key))
		default:
			opts = append(opts, option.WithHeader(header, key))
		}
		return append(opts, headers(&c, option.WithHeader)...), key, nil
	}
	a.once = func(ctx context.Context, opts chatOptions, r Request) (Response, error) {
		service := openai.NewChatCompletionService(opts...)
		var more chatOptions
		if c.Traits.Body != "" && !r.Thinking.On {
			var fields map[string]json.RawMessage
			if err := json.Unmarshal([]byte(c.Traits.Body), &fields); err != nil {
				return Response{}, &Error{Kind: BadRequest, Text: "the traits' further fields are no JSON object"}
			}
			for _, k := range slices.Sorted(maps.Keys(fields)) {
				more = append(more, option.WithJSONSet(k, fields[k]))
			}
		}
		res, err := service.New(ctx, chatParams(&c, r), more...)
		if err != nil {
			return Response{}, err
		}
		return chatAnswer(res, &c, r)
	}
	return a
}

func azure(host string) bool { return strings.HasSuffix(strings.ToLower(host), ".azure.com") }

func chatAnswer(res *openai.ChatCompletion, c *Config, r Request) (Response, error) {
	if res == nil {
		return Response{}, errNoAnswer
	}
	// Gateways say with status 200 what a provider behind them said.
	if raw := extra(res.JSON.ExtraFields, "error"); raw != "" && len(res.Choices) == 0 {
		return Response{}, relayed(raw)
	}
	if len(res.Choices) != 1 || res.Choices[0].FinishReason == "" {
		return Response{}, errNoAnswer
	}
	choice := res.Choices[0]
	u := res.Usage
	details := u.PromptTokensDetails
	out := Response{Text: choice.Message.Content, ID: res.ID, Model: res.Model, Usage: Usage{Cached: count(details.CachedTokens), Written: count(details.CacheWriteTokens),
		Input: count(u.PromptTokens - details.CachedTokens - details.CacheWriteTokens), Output: count(u.CompletionTokens)}}
	if out.Text != "" {
		out.Blocks = 1
	}
	switch choice.FinishReason {
	case "stop":
		out.Stop = chatStop(out.Text, extra(choice.JSON.ExtraFields, "stop_reason"), c, r)
	case "length":
		out.Stop = StopMaxTokens
	case "content_filter":
		out.Stop = StopRefusal
	case "error":
		return Response{}, relayed(extra(choice.JSON.ExtraFields, "error"))
	}
	if choice.Message.Refusal != "" {
		out.Stop = StopRefusal
	}
	return out, nil
}

// extra is a field that the SDK knows nothing of, as it came.
func extra(fields map[string]respjson.Field, name string) string {
	f := fields[name]
	return f.Raw()
}

// chatStop tells whether a model was done or a stop sequence ended its answer.
// Few endpoints say; of the others, where one was asked for and is not there, it
// ended it.
func chatStop(text, said string, c *Config, r Request) Stop {
	if len(r.Stop) == 0 || c.Traits.NoStop || text == "" {
		return StopEnd
	}
	if said != "" {
		var s string
		if json.Unmarshal([]byte(said), &s) == nil && slices.Contains(r.Stop, s) {
			return StopSequence
		}
		return StopEnd
	}
	if slices.ContainsFunc(r.Stop, func(s string) bool { return strings.Contains(text, s) }) {
		return StopEnd
	}
	return StopSequence
}

// relayed is an error that came in the place of an answer.
func relayed(raw string) *Error {
	kind, text, code, _ := complaint([]byte(`{"error":` + raw + `}`))
	var status int
	if json.Unmarshal([]byte(code), &status) != nil || status < 400 || status > 599 {
		status = http.StatusBadGateway
	}
	return refusal(status, kind+" "+code, text)
}

func chatParams(c *Config, r Request) openai.ChatCompletionNewParams {
	t := c.Traits
	p := openai.ChatCompletionNewParams{Model: c.Model}
	tokens, effort := r.MaxTokens, t.Off
	switch {
	case r.Thinking.On:
		tokens += r.Thinking.Budget
		effort = ""
		if t.Off != "" || t.Effort != "" {
			effort = effortFor(r.Thinking.Budget)
		}
	case t.NoThinkingOff:
		tokens += t.Extra
		effort = t.Effort
	}
	p.ReasoningEffort = shared.ReasoningEffort(effort)
	if t.OldLimit {
		p.MaxTokens = openai.Int(int64(tokens))
	} else {
		p.MaxCompletionTokens = openai.Int(int64(tokens))
	}
	if !t.NoTemperature && !r.Thinking.On {
		p.Temperature = openai.Float(r.Temperature)
	}
	if len(r.Stop) > 0 && !t.NoStop {
		p.Stop = openai.ChatCompletionNewParamsStopUnion{OfStringArray: r.Stop}
	}
	if len(r.System) > 0 {
		var m openai.ChatCompletionSystemMessageParam
		if t.Marks {
			m.Content.OfArrayOfContentParts = marked(r.System)
		} else {
			m.Content.OfString = openai.String(joined(r.System))
		}
		p.Messages = append(p.Messages, openai.ChatCompletionMessageParamUnion{OfSystem: &m})
	}
	for _, msg := range r.Messages {
		switch {
		case msg.Role == Assistant:
			p.Messages = append(p.Messages, openai.AssistantMessage(joined(msg.Blocks)))
		case t.Marks:
			var parts []openai.ChatCompletionContentPartUnionParam
			for _, part := range marked(msg.Blocks) {
				parts = append(parts, openai.ChatCompletionContentPartUnionParam{OfText: &part})
			}
			p.Messages = append(p.Messages, openai.UserMessage(parts))
		default:
			p.Messages = append(p.Messages, openai.UserMessage(joined(msg.Blocks)))
		}
	}
	return p
}

// effortFor is about how hard a model has to think to use so many tokens.
func effortFor(budget int) string {
	switch {
	case budget <= 2048:
		return "low"
	case budget <= 8192:
		return "medium"
	}
	return "high"
}

// marked are blocks with cache marks, for gateways to models that want them.
func marked(bs []Block) []openai.ChatCompletionContentPartTextParam {
	var out []openai.ChatCompletionContentPartTextParam
	for _, b := range bs {
		part := openai.ChatCompletionContentPartTextParam{Text: b.Text}
		if b.Mark {
			part.SetExtraFields(map[string]any{"cache_control": map[string]string{"type": "ephemeral"}})
		}
		out = append(out, part)
	}
	return out
}

// joined is the text of blocks as one: these endpoints find a repeated
// beginning by themselves, so what comes later must not change it.
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
