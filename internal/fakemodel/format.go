package fakemodel

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"net/http"
	"strings"
)

// Format is the wire format of a request and its answer.
type Format string

// The formats.
const (
	Messages  Format = "messages"  // Anthropic's
	Bedrock   Format = "bedrock"   // the same on Bedrock
	Vertex    Format = "vertex"    // the same on Vertex
	Chat      Format = "chat"      // OpenAI's chat completions
	Responses Format = "responses" // OpenAI's responses
	Gemini    Format = "gemini"    // Google's generateContent
)

// formatOf tells a request's format by its path, and what the path says of the
// model and of streaming. The format is empty for what asks for no answer.
func formatOf(path string) (f Format, model string, stream bool) {
	last := path[strings.LastIndexByte(path, '/')+1:]
	switch {
	case strings.HasSuffix(path, "/v1/messages"):
		return Messages, "", false
	case strings.HasSuffix(path, "/chat/completions"):
		return Chat, "", false
	case last == "responses":
		return Responses, "", false
	case strings.HasPrefix(path, "/model/") && (last == "invoke" || last == "invoke-with-response-stream"):
		return Bedrock, strings.TrimSuffix(strings.TrimPrefix(path, "/model/"), "/"+last), last != "invoke"
	}
	model, verb, _ := strings.Cut(last, ":")
	switch {
	case strings.Contains(path, "/publishers/anthropic/models/") && (verb == "rawPredict" || verb == "streamRawPredict"):
		return Vertex, model, verb == "streamRawPredict"
	case verb == "generateContent" || verb == "streamGenerateContent":
		return Gemini, model, verb == "streamGenerateContent"
	}
	return "", "", false
}

// decode reads a request of a format.
func decode(f Format, model string, stream bool, raw []byte) (Body, error) {
	var b Body
	var err error
	switch f {
	case Chat:
		b, err = decodeChat(raw)
	case Responses:
		b, err = decodeResponses(raw)
	case Gemini:
		b, err = decodeGemini(raw)
	default:
		err = json.Unmarshal(raw, &b)
	}
	if model != "" {
		b.Model, b.Stream = model, stream
	}
	return b, err
}

// event is one event of a stream. Formats whose events have no names leave it out.
type event struct {
	name string
	data any
}

// encode writes an answer in a format, and says what it is called.
func encode(f Format, a answer, stream bool) (body []byte, contentType string) {
	var whole any
	var events []event
	end := ""
	switch f {
	case Chat:
		whole, events, end = a.completion(), a.chunks(), "data: [DONE]\n\n"
	case Responses:
		whole, events = a.response(), a.responseEvents()
	case Gemini:
		whole = a.candidate()
		events = []event{{"", whole}}
	default:
		whole, events = a, a.events()
	}
	if !stream {
		b, _ := json.Marshal(whole)
		return append(b, '\n'), "application/json"
	}
	var out bytes.Buffer
	for _, e := range events {
		b, _ := json.Marshal(e.data)
		switch {
		case f == Bedrock:
			out.Write(frame(b))
		case e.name != "":
			fmt.Fprintf(&out, "event: %s\ndata: %s\n\n", e.name, b)
		default:
			fmt.Fprintf(&out, "data: %s\n\n", b)
		}
	}
	out.WriteString(end)
	if f == Bedrock {
		return out.Bytes(), "application/vnd.amazon.eventstream"
	}
	return out.Bytes(), "text/event-stream"
}

// frame is one event of AWS's event stream: lengths, their sum, headers, the
// event in base64, and the sum of it all.
func frame(data []byte) []byte {
	payload, _ := json.Marshal(map[string]string{"bytes": base64.StdEncoding.EncodeToString(data)})
	var headers []byte
	for _, h := range [][2]string{{":event-type", "chunk"}, {":content-type", "application/json"}, {":message-type", "event"}} {
		headers = append(headers, byte(len(h[0])))
		headers = append(headers, h[0]...)
		headers = append(headers, 7) // a text
		headers = binary.BigEndian.AppendUint16(headers, uint16(len(h[1])))
		headers = append(headers, h[1]...)
	}
	out := binary.BigEndian.AppendUint32(nil, uint32(16+len(headers)+len(payload)))
	out = binary.BigEndian.AppendUint32(out, uint32(len(headers)))
	out = binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out))
	out = append(append(out, headers...), payload...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out))
}

// kinds are what providers call an error by its status: Anthropic, OpenAI, AWS,
// Google.
var kinds = map[int][4]string{
	400: {"invalid_request_error", "invalid_request_error", "ValidationException", "INVALID_ARGUMENT"},
	401: {"authentication_error", "invalid_api_key", "UnrecognizedClientException", "UNAUTHENTICATED"},
	402: {"billing_error", "insufficient_quota", "AccessDeniedException", "PERMISSION_DENIED"},
	403: {"permission_error", "permission_denied", "AccessDeniedException", "PERMISSION_DENIED"},
	404: {"not_found_error", "model_not_found", "ResourceNotFoundException", "NOT_FOUND"},
	408: {"timeout_error", "timeout", "ModelTimeoutException", "DEADLINE_EXCEEDED"},
	413: {"request_too_large", "request_too_large", "ValidationException", "INVALID_ARGUMENT"},
	429: {"rate_limit_error", "rate_limit_exceeded", "ThrottlingException", "RESOURCE_EXHAUSTED"},
	503: {"api_error", "server_error", "ServiceUnavailableException", "UNAVAILABLE"},
	504: {"timeout_error", "server_error", "ModelTimeoutException", "DEADLINE_EXCEEDED"},
	529: {"overloaded_error", "server_error", "ServiceUnavailableException", "UNAVAILABLE"},
}

// refusal is the body of an error in a format, and its further headers.
func refusal(f Format, status int, kind, text string) ([]byte, http.Header) {
	names, ok := kinds[status]
	if !ok {
		names = [4]string{"api_error", "server_error", "InternalServerException", "INTERNAL"}
	}
	if text == "" {
		text = "as the script says"
	}
	pick := func(i int) string {
		if kind != "" {
			return kind
		}
		return names[i]
	}
	h := http.Header{}
	var body any
	switch f {
	case Chat, Responses:
		code := pick(1)
		if strings.Contains(text, "too long") && kind == "" {
			code = "context_length_exceeded"
		}
		body = map[string]any{"error": map[string]any{"type": names[1], "code": code, "message": text, "param": nil}}
	case Bedrock:
		h.Set("X-Amzn-Errortype", pick(2)+":http://internal.amazon.com/coral/com.amazon.bedrock/")
		body = map[string]any{"message": text}
	case Gemini:
		body = map[string]any{"error": map[string]any{"code": status, "message": text, "status": pick(3)}}
	default:
		body = map[string]any{"type": "error", "error": map[string]string{"type": pick(0), "message": text}}
	}
	b, _ := json.Marshal(body)
	return b, h
}
