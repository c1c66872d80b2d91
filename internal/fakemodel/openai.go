package fakemodel

import (
	"encoding/json"
	"fmt"
)

// part is a piece of content in OpenAI's formats.
type part struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

// textOf is the text of a content that is a string or a list of parts.
func textOf(raw json.RawMessage) Content {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return Content{{Type: "text", Text: s}}
	}
	var ps []part
	if json.Unmarshal(raw, &ps) != nil {
		return nil
	}
	var out Content
	for _, p := range ps {
		if p.Text != "" {
			out = append(out, Block{Type: "text", Text: p.Text})
		}
	}
	return out
}

// add puts blocks into a conversation, into its last message where that is of
// the same role and joins.
func (b *Body) add(role string, join bool, blocks ...Block) {
	if n := len(b.Messages); join && n > 0 && b.Messages[n-1].Role == role {
		b.Messages[n-1].Content = append(b.Messages[n-1].Content, blocks...)
		return
	}
	b.Messages = append(b.Messages, Message{Role: role, Content: blocks})
}

func result(id string, c Content) Block {
	text, _ := json.Marshal(c.Text())
	return Block{Type: "tool_result", CallID: id, Content: text}
}

// stops are stop sequences, one or several.
func stops(raw json.RawMessage) []string {
	var s string
	if json.Unmarshal(raw, &s) == nil && s != "" {
		return []string{s}
	}
	var list []string
	if json.Unmarshal(raw, &list) != nil {
		return nil
	}
	return list
}

type chatCall struct {
	ID       string `json:"id"`
	Type     string `json:"type"`
	Function struct {
		Name      string `json:"name"`
		Arguments string `json:"arguments"`
	} `json:"function"`
}

func decodeChat(raw []byte) (Body, error) {
	var in struct {
		Model    string            `json:"model"`
		Max      int               `json:"max_completion_tokens"`
		OldMax   int               `json:"max_tokens"`
		Stream   bool              `json:"stream"`
		Stop     json.RawMessage   `json:"stop"`
		Tools    []json.RawMessage `json:"tools"`
		Messages []struct {
			Role    string          `json:"role"`
			Content json.RawMessage `json:"content"`
			Calls   []chatCall      `json:"tool_calls"`
			CallID  string          `json:"tool_call_id"`
		} `json:"messages"`
	}
	if err := json.Unmarshal(raw, &in); err != nil {
		return Body{}, err
	}
	b := Body{Model: in.Model, MaxTokens: max(in.Max, in.OldMax), Stream: in.Stream, Stop: stops(in.Stop), Tools: in.Tools}
	for _, m := range in.Messages {
		text := textOf(m.Content)
		switch m.Role {
		case "system", "developer":
			if b.System == nil {
				b.System = m.Content
			}
		case "tool":
			b.add("user", false, result(m.CallID, text))
		case "assistant":
			for _, c := range m.Calls {
				text = append(text, Block{Type: "tool_use", ID: c.ID, Name: c.Function.Name, Input: json.RawMessage(c.Function.Arguments)})
			}
			b.add("assistant", false, text...)
		default:
			b.add("user", false, text...)
		}
	}
	return b, nil
}

func (a *answer) finish() string {
	switch *a.StopReason {
	case "tool_use":
		return "tool_calls"
	case "max_tokens":
		return "length"
	case "refusal":
		return "content_filter"
	}
	return "stop"
}

func (a *answer) chatUsage() map[string]any {
	u := a.Usage
	return map[string]any{"prompt_tokens": u.input(), "completion_tokens": u.Output, "total_tokens": u.input() + u.Output,
		"prompt_tokens_details": map[string]int{"cached_tokens": u.Cached, "cache_write_tokens": u.Written}}
}

// message is the answer's content as chat completions have it; calls of a
// stream carry their place.
func (a *answer) message(placed bool) map[string]any {
	m := map[string]any{"role": "assistant", "content": nil}
	if t := a.text(); t != "" {
		m["content"] = t
	}
	var calls []map[string]any
	for _, b := range a.Content {
		if b.Type != "tool_use" {
			continue
		}
		c := map[string]any{"id": b.ID, "type": "function", "function": map[string]string{"name": b.Name, "arguments": string(b.Input)}}
		if placed {
			c["index"] = len(calls)
		}
		calls = append(calls, c)
	}
	if calls != nil {
		m["tool_calls"] = calls
	}
	return m
}

func (a *answer) completion() any {
	return map[string]any{"id": a.ID, "object": "chat.completion", "created": 1, "model": a.Model, "usage": a.chatUsage(),
		"choices": []any{map[string]any{"index": 0, "finish_reason": a.finish(), "message": a.message(false), "logprobs": nil}}}
}

func (a *answer) chunks() []event {
	chunk := func(choices []any, usage any) event {
		return event{"", map[string]any{"id": a.ID, "object": "chat.completion.chunk", "created": 1, "model": a.Model, "choices": choices, "usage": usage}}
	}
	return []event{
		chunk([]any{map[string]any{"index": 0, "delta": a.message(true), "finish_reason": nil}}, nil),
		chunk([]any{map[string]any{"index": 0, "delta": map[string]any{}, "finish_reason": a.finish()}}, nil),
		chunk([]any{}, a.chatUsage()),
	}
}

func decodeResponses(raw []byte) (Body, error) {
	var in struct {
		Model        string            `json:"model"`
		Max          int               `json:"max_output_tokens"`
		Stream       bool              `json:"stream"`
		Instructions json.RawMessage   `json:"instructions"`
		Tools        []json.RawMessage `json:"tools"`
		Input        json.RawMessage   `json:"input"`
	}
	if err := json.Unmarshal(raw, &in); err != nil {
		return Body{}, err
	}
	b := Body{Model: in.Model, MaxTokens: in.Max, Stream: in.Stream, System: in.Instructions, Tools: in.Tools}
	var s string
	if json.Unmarshal(in.Input, &s) == nil {
		b.add("user", false, Block{Type: "text", Text: s})
		return b, nil
	}
	var items []struct {
		Type      string          `json:"type"`
		Role      string          `json:"role"`
		Content   json.RawMessage `json:"content"`
		CallID    string          `json:"call_id"`
		Name      string          `json:"name"`
		Arguments string          `json:"arguments"`
		Input     string          `json:"input"`
		Output    json.RawMessage `json:"output"`
	}
	if err := json.Unmarshal(in.Input, &items); err != nil {
		return Body{}, err
	}
	for _, it := range items {
		switch {
		case it.Type == "function_call":
			b.add("assistant", true, Block{Type: "tool_use", ID: it.CallID, Name: it.Name, Input: json.RawMessage(it.Arguments)})
		case it.Type == "custom_tool_call":
			text, _ := json.Marshal(it.Input)
			b.add("assistant", true, Block{Type: "tool_use", ID: it.CallID, Name: it.Name, Input: text})
		case it.Type == "function_call_output" || it.Type == "custom_tool_call_output":
			b.add("user", false, result(it.CallID, textOf(it.Output)))
		case it.Role == "assistant":
			b.add("assistant", true, textOf(it.Content)...)
		case it.Role == "user":
			b.add("user", false, textOf(it.Content)...)
		}
	}
	return b, nil
}

// items are an answer's content as the parts of a response.
func (a *answer) items() []map[string]any {
	var out []map[string]any
	if *a.StopReason == "refusal" {
		return []map[string]any{{"type": "message", "id": a.ID + "_0", "role": "assistant", "status": "completed",
			"content": []any{map[string]any{"type": "refusal", "refusal": a.text()}}}}
	}
	for i, b := range a.Content {
		id := fmt.Sprintf("%s_%d", a.ID, i)
		var custom string
		switch {
		case b.Type == "text":
			out = append(out, map[string]any{"type": "message", "id": id, "role": "assistant", "status": "completed",
				"content": []any{map[string]any{"type": "output_text", "text": b.Text, "annotations": []any{}}}})
		case json.Unmarshal(b.Input, &custom) == nil:
			out = append(out, map[string]any{"type": "custom_tool_call", "id": id, "call_id": b.ID, "name": b.Name, "input": custom, "status": "completed"})
		default:
			out = append(out, map[string]any{"type": "function_call", "id": id, "call_id": b.ID, "name": b.Name, "arguments": string(b.Input), "status": "completed"})
		}
	}
	return out
}

func (a *answer) response() map[string]any {
	u := a.Usage
	out := map[string]any{"id": a.ID, "object": "response", "created_at": 1, "status": "completed", "model": a.Model, "output": a.items(), "error": nil, "incomplete_details": nil,
		"usage": map[string]any{"input_tokens": u.input(), "input_tokens_details": map[string]int{"cached_tokens": u.Cached}, "output_tokens": u.Output,
			"output_tokens_details": map[string]int{"reasoning_tokens": 0}, "total_tokens": u.input() + u.Output}}
	if *a.StopReason == "max_tokens" {
		out["status"], out["incomplete_details"] = "incomplete", map[string]string{"reason": "max_output_tokens"}
	}
	return out
}

func (a *answer) responseEvents() []event {
	var out []event
	add := func(name string, v map[string]any) {
		v["type"], v["sequence_number"] = name, len(out)
		out = append(out, event{name, v})
	}
	begun := a.response()
	begun["status"], begun["output"], begun["usage"] = "in_progress", []any{}, nil
	add("response.created", map[string]any{"response": begun})
	for i, it := range a.items() {
		add("response.output_item.added", map[string]any{"output_index": i, "item": it})
		switch it["type"] {
		case "message":
			for j, c := range it["content"].([]any) {
				p := c.(map[string]any)
				add("response.content_part.added", map[string]any{"output_index": i, "content_index": j, "item_id": it["id"], "part": p})
				if p["type"] == "output_text" {
					add("response.output_text.delta", map[string]any{"output_index": i, "content_index": j, "item_id": it["id"], "delta": p["text"]})
					add("response.output_text.done", map[string]any{"output_index": i, "content_index": j, "item_id": it["id"], "text": p["text"]})
				}
				add("response.content_part.done", map[string]any{"output_index": i, "content_index": j, "item_id": it["id"], "part": p})
			}
		case "function_call":
			add("response.function_call_arguments.delta", map[string]any{"output_index": i, "item_id": it["id"], "delta": it["arguments"]})
			add("response.function_call_arguments.done", map[string]any{"output_index": i, "item_id": it["id"], "arguments": it["arguments"]})
		}
		add("response.output_item.done", map[string]any{"output_index": i, "item": it})
	}
	whole := a.response()
	add("response."+whole["status"].(string), map[string]any{"response": whole})
	return out
}
