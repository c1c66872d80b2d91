package fakemodel

import (
	"encoding/json"
	"fmt"
)

func decodeGemini(raw []byte) (Body, error) {
	type content struct {
		Role  string `json:"role"`
		Parts []struct {
			Text string `json:"text"`
			Call *struct {
				ID   string          `json:"id"`
				Name string          `json:"name"`
				Args json.RawMessage `json:"args"`
			} `json:"functionCall"`
			Response *struct {
				ID       string `json:"id"`
				Name     string `json:"name"`
				Response struct {
					Output json.RawMessage `json:"output"`
					Error  json.RawMessage `json:"error"`
				} `json:"response"`
			} `json:"functionResponse"`
		} `json:"parts"`
	}
	var in struct {
		Contents []content         `json:"contents"`
		System   json.RawMessage   `json:"systemInstruction"`
		Tools    []json.RawMessage `json:"tools"`
		Config   struct {
			Max  int      `json:"maxOutputTokens"`
			Stop []string `json:"stopSequences"`
		} `json:"generationConfig"`
	}
	if err := json.Unmarshal(raw, &in); err != nil {
		return Body{}, err
	}
	b := Body{MaxTokens: in.Config.Max, Stop: in.Config.Stop, System: in.System, Tools: in.Tools}
	for _, c := range in.Contents {
		role := "user"
		if c.Role == "model" {
			role = "assistant"
		}
		var blocks []Block
		for i, p := range c.Parts {
			switch {
			case p.Call != nil:
				id := p.Call.ID
				if id == "" {
					id = fmt.Sprintf("%s-%d-%d", p.Call.Name, len(b.Messages), i)
				}
				blocks = append(blocks, Block{Type: "tool_use", ID: id, Name: p.Call.Name, Input: p.Call.Args})
			case p.Response != nil:
				// Without an id, the call of the message before, at the same place.
				id := p.Response.ID
				if id == "" {
					id = fmt.Sprintf("%s-%d-%d", p.Response.Name, len(b.Messages)-1, i)
				}
				text := textOf(p.Response.Response.Output)
				if len(p.Response.Response.Error) > 0 {
					text = textOf(p.Response.Response.Error)
				}
				r := result(id, text)
				r.IsError = len(p.Response.Response.Error) > 0
				blocks = append(blocks, r)
			default:
				blocks = append(blocks, Block{Type: "text", Text: p.Text})
			}
		}
		b.add(role, role == "assistant", blocks...)
	}
	return b, nil
}

func (a *answer) candidate() any {
	var parts []any
	for _, b := range a.Content {
		if b.Type == "text" {
			parts = append(parts, map[string]any{"text": b.Text})
		} else {
			parts = append(parts, map[string]any{"functionCall": map[string]any{"id": b.ID, "name": b.Name, "args": b.Input}})
		}
	}
	finish := "STOP"
	switch *a.StopReason {
	case "max_tokens":
		finish = "MAX_TOKENS"
	case "refusal":
		finish = "SAFETY"
	}
	u := a.Usage
	return map[string]any{"responseId": a.ID, "modelVersion": a.Model,
		"candidates":    []any{map[string]any{"index": 0, "finishReason": finish, "content": map[string]any{"role": "model", "parts": parts}}},
		"usageMetadata": map[string]int{"promptTokenCount": u.input(), "cachedContentTokenCount": u.Cached, "candidatesTokenCount": u.Output, "totalTokenCount": u.input() + u.Output}}
}
