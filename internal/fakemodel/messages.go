package fakemodel

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Body is a request as far as it is looked at, in the words of the Messages API.
// Requests of other formats are put into them; Tools stay as they came.
type Body struct {
	Model     string            `json:"model"`
	MaxTokens int               `json:"max_tokens"`
	Stream    bool              `json:"stream"`
	Stop      []string          `json:"stop_sequences"`
	System    json.RawMessage   `json:"system"`
	Messages  []Message         `json:"messages"`
	Tools     []json.RawMessage `json:"tools"`
}

// offered are the names of the tools that the model may call.
func (b *Body) offered() []string {
	var out []string
	for _, raw := range b.Tools {
		var t struct {
			Name     string `json:"name"`
			Type     string `json:"type"`
			Function struct {
				Name string `json:"name"`
			} `json:"function"`
			Functions []struct {
				Name string `json:"name"`
			} `json:"functionDeclarations"`
		}
		if json.Unmarshal(raw, &t) != nil {
			continue
		}
		for _, f := range t.Functions {
			out = append(out, f.Name)
		}
		if name := t.Name + t.Function.Name; name != "" {
			out = append(out, name)
		}
	}
	return out
}

// Message is one message of a conversation.
type Message struct {
	Role    string  `json:"role"`
	Content Content `json:"content"`
}

// Content is a message's content; a plain string is one block of text.
type Content []Block

// Block is one block of content.
type Block struct {
	Type    string          `json:"type"`
	Text    string          `json:"text,omitempty"`
	ID      string          `json:"id,omitempty"`
	Name    string          `json:"name,omitempty"`
	Input   json.RawMessage `json:"input,omitempty"`
	CallID  string          `json:"tool_use_id,omitempty"`
	IsError bool            `json:"is_error,omitempty"`
	Content json.RawMessage `json:"content,omitempty"`
}

// UnmarshalJSON reads both forms of a content.
func (c *Content) UnmarshalJSON(b []byte) error {
	var s string
	if json.Unmarshal(b, &s) == nil {
		*c = Content{{Type: "text", Text: s}}
		return nil
	}
	var bs []Block
	if err := json.Unmarshal(b, &bs); err != nil {
		return err
	}
	*c = bs
	return nil
}

// Text joins the text of the blocks.
func (c Content) Text() string {
	var out []string
	for _, b := range c {
		if b.Type == "text" {
			out = append(out, b.Text)
		}
	}
	return strings.Join(out, "\n")
}

// Result is what the model is told of a call of its.
type Result struct {
	ID      string
	Text    string
	IsError bool
}

// Results are the results of tool calls in a request, oldest first.
func (b *Body) Results() []Result {
	var out []Result
	for _, m := range b.Messages {
		for _, bl := range m.Content {
			if bl.Type != "tool_result" {
				continue
			}
			var c Content
			if json.Unmarshal(bl.Content, &c) != nil {
				c = nil
			}
			out = append(out, Result{bl.CallID, c.Text(), bl.IsError})
		}
	}
	return out
}

// answers counts the model's answers in the conversation.
func (b *Body) answers() int {
	n := 0
	for _, m := range b.Messages {
		if m.Role == "assistant" {
			n++
		}
	}
	return n
}

// order is the text that begins the conversation.
func (b *Body) order() string {
	for _, m := range b.Messages {
		if m.Role == "user" {
			return m.Content.Text()
		}
	}
	return ""
}

// checks tells whether the request asks for a verdict on a call: it stops at
// the verdict's end, or shows the form of one and offers no tools.
func (b *Body) checks() bool {
	for _, s := range b.Stop {
		if strings.Contains(s, "block>") {
			return true
		}
	}
	if len(b.Tools) > 0 || len(b.Messages) == 0 {
		return false
	}
	last := b.Messages[len(b.Messages)-1].Content.Text()
	return strings.Contains(last, "<block>")
}

// answer is what the model says, in the words of the Messages API.
type answer struct {
	ID           string  `json:"id"`
	Type         string  `json:"type"`
	Role         string  `json:"role"`
	Model        string  `json:"model"`
	Content      []Block `json:"content"`
	StopReason   *string `json:"stop_reason"`
	StopSequence *string `json:"stop_sequence"`
	Usage        tokens  `json:"usage"`
}

type tokens struct {
	Input   int `json:"input_tokens"`
	Cached  int `json:"cache_read_input_tokens"`
	Written int `json:"cache_creation_input_tokens"`
	Output  int `json:"output_tokens"`
}

// input is all that was read.
func (t tokens) input() int { return t.Input + t.Cached + t.Written }

// answerTo makes a step the n-th answer of the server. A text ends before the
// first of the request's stop sequences.
func answerTo(req *Request, st Step, n int) answer {
	a := answer{ID: fmt.Sprintf("msg_fake%06d", n), Type: "message", Role: "assistant", Model: req.Body.Model, Usage: tokens{Input: 10, Output: 5}}
	if st.Usage != nil {
		a.Usage = tokens(*st.Usage)
	}
	stop := "end_turn"
	for _, text := range append([]string{st.Text}, st.More...) {
		for _, s := range req.Body.Stop {
			if before, _, ok := strings.Cut(text, s); ok || req.Kind == Classifier && a.StopSequence == nil {
				text, stop, a.StopSequence = before, "stop_sequence", &s
			}
		}
		if text != "" {
			a.Content = append(a.Content, Block{Type: "text", Text: text})
		}
	}
	for i, c := range st.calls(req.Body.offered()) {
		if c.ID == "" {
			c.ID = fmt.Sprintf("toolu_fake%04d%02d", n, i)
		}
		a.Content = append(a.Content, Block{Type: "tool_use", ID: c.ID, Name: c.Tool, Input: c.Input})
		stop, a.StopSequence = "tool_use", nil
	}
	if st.Stop != "" {
		stop, a.StopSequence = st.Stop, nil
	}
	a.StopReason = &stop
	return a
}

// text joins the text of an answer.
func (a *answer) text() string {
	var out []string
	for _, b := range a.Content {
		if b.Type == "text" {
			out = append(out, b.Text)
		}
	}
	return strings.Join(out, "\n")
}

// events are an answer as a stream says it: names and data in turn.
func (a answer) events() []event {
	var out []event
	add := func(name string, v map[string]any) {
		v["type"] = name
		out = append(out, event{name, v})
	}
	start := a
	start.Content, start.StopReason, start.StopSequence = []Block{}, nil, nil
	add("message_start", map[string]any{"message": start})
	for i, b := range a.Content {
		switch b.Type {
		case "text":
			add("content_block_start", map[string]any{"index": i, "content_block": map[string]any{"type": "text", "text": ""}})
			add("content_block_delta", map[string]any{"index": i, "delta": map[string]any{"type": "text_delta", "text": b.Text}})
		default:
			add("content_block_start", map[string]any{"index": i, "content_block": map[string]any{"type": "tool_use", "id": b.ID, "name": b.Name, "input": map[string]any{}}})
			add("content_block_delta", map[string]any{"index": i, "delta": map[string]any{"type": "input_json_delta", "partial_json": string(b.Input)}})
		}
		add("content_block_stop", map[string]any{"index": i})
	}
	add("message_delta", map[string]any{"delta": map[string]any{"stop_reason": a.StopReason, "stop_sequence": a.StopSequence}, "usage": a.Usage})
	add("message_stop", map[string]any{})
	return out
}
