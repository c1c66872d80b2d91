package fakemodel

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// Body is a request of the Messages API, as far as it is looked at.
type Body struct {
	Model     string            `json:"model"`
	MaxTokens int               `json:"max_tokens"`
	Stream    bool              `json:"stream"`
	Stop      []string          `json:"stop_sequences"`
	System    json.RawMessage   `json:"system"`
	Messages  []Message         `json:"messages"`
	Tools     []json.RawMessage `json:"tools"`
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

type usage struct {
	Input  int `json:"input_tokens"`
	Output int `json:"output_tokens"`
}

// answerMessage is an answer in the API's form.
type answerMessage struct {
	ID           string  `json:"id"`
	Type         string  `json:"type"`
	Role         string  `json:"role"`
	Model        string  `json:"model"`
	Content      []Block `json:"content"`
	StopReason   *string `json:"stop_reason"`
	StopSequence *string `json:"stop_sequence"`
	Usage        usage   `json:"usage"`
}

// message writes a step as the n-th answer of the server.
func message(req *Request, st Step, n int) answerMessage {
	stop := "end_turn"
	var seq *string
	var blocks []Block
	if st.Text != "" {
		blocks = append(blocks, Block{Type: "text", Text: st.Text})
	}
	for i, c := range st.calls() {
		if c.ID == "" {
			c.ID = fmt.Sprintf("toolu_fake%04d%02d", n, i)
		}
		blocks = append(blocks, Block{Type: "tool_use", ID: c.ID, Name: c.Tool, Input: c.Input})
		stop = "tool_use"
	}
	if req.Kind == Classifier && len(req.Body.Stop) > 0 {
		stop, seq = "stop_sequence", &req.Body.Stop[0]
	}
	return answerMessage{ID: fmt.Sprintf("msg_fake%06d", n), Type: "message", Role: "assistant", Model: req.Body.Model, Content: blocks,
		StopReason: &stop, StopSequence: seq, Usage: usage{10, 5}}
}

// stream writes an answer as server-sent events.
func stream(w http.ResponseWriter, m answerMessage) {
	w.Header().Set("Content-Type", "text/event-stream")
	event := func(name string, v map[string]any) {
		v["type"] = name
		b, _ := json.Marshal(v)
		fmt.Fprintf(w, "event: %s\ndata: %s\n\n", name, b)
	}
	start := m
	start.Content, start.StopReason, start.StopSequence = []Block{}, nil, nil
	event("message_start", map[string]any{"message": start})
	for i, b := range m.Content {
		switch b.Type {
		case "text":
			event("content_block_start", map[string]any{"index": i, "content_block": map[string]any{"type": "text", "text": ""}})
			event("content_block_delta", map[string]any{"index": i, "delta": map[string]any{"type": "text_delta", "text": b.Text}})
		default:
			event("content_block_start", map[string]any{"index": i, "content_block": map[string]any{"type": "tool_use", "id": b.ID, "name": b.Name, "input": map[string]any{}}})
			event("content_block_delta", map[string]any{"index": i, "delta": map[string]any{"type": "input_json_delta", "partial_json": string(b.Input)}})
		}
		event("content_block_stop", map[string]any{"index": i})
	}
	event("message_delta", map[string]any{"delta": map[string]any{"stop_reason": m.StopReason, "stop_sequence": m.StopSequence}, "usage": m.Usage})
	event("message_stop", map[string]any{})
	if f, ok := w.(http.Flusher); ok {
		f.Flush()
	}
}
