package fakemodel

import (
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/anthropics/anthropic-sdk-go/v2"
	"github.com/anthropics/anthropic-sdk-go/v2/bedrock"
	claude "github.com/anthropics/anthropic-sdk-go/v2/option"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/responses"
)

// said is a text and two calls, which every format must carry.
var said = Step{Text: "hm", Calls: []Call{CallOf("Read", map[string]string{"file_path": "/a"}), {ID: "mine", Tool: "Bash", Input: json.RawMessage(`{"command":"ls"}`)}},
	Usage: &Usage{Input: 10, Cached: 80, Written: 10, Output: 7}}

// client is one whose connections end with the test.
func client(t *testing.T) *http.Client {
	tr := &http.Transport{}
	t.Cleanup(tr.CloseIdleConnections)
	return &http.Client{Transport: tr}
}

func TestTheSDKOfAnthropicHearsAStreamWhole(t *testing.T) {
	for name, cloud := range map[string]claude.RequestOption{
		"messages": claude.WithAPIKey("k"),
		"bedrock":  bedrock.WithConfig(aws.Config{Region: "eu-central-1", BearerAuthTokenProvider: bedrock.NewStaticBearerTokenProvider("k")}),
	} {
		srv := start(t, Script{Steps: []Step{said}})
		service := anthropic.NewMessageService(claude.WithoutEnvironmentDefaults(), claude.WithoutOpenTelemetry(), cloud, claude.WithBaseURL(srv.URL), claude.WithHTTPClient(client(t)))
		stream := service.NewStreaming(t.Context(), anthropic.MessageNewParams{Model: "m", MaxTokens: 100, Messages: []anthropic.MessageParam{anthropic.NewUserMessage(anthropic.NewTextBlock("go"))},
			Tools: []anthropic.ToolUnionParam{{OfTool: &anthropic.ToolParam{Name: "Bash"}}}})
		var msg anthropic.Message
		for stream.Next() {
			if err := msg.Accumulate(stream.Current()); err != nil {
				t.Fatal(err)
			}
		}
		if err := stream.Err(); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if len(msg.Content) != 3 || msg.Content[0].Text != "hm" || msg.Content[2].ID != "mine" || string(msg.Content[2].Input) != `{"command":"ls"}` || msg.StopReason != "tool_use" || msg.Usage.CacheReadInputTokens != 80 {
			t.Errorf("%s: %+v", name, msg)
		}
		if r := srv.Requests(); len(r) != 1 || string(r[0].Format) != name || r[0].Kind != Main || r[0].Body.Model != "m" || !r[0].Body.Stream {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

func TestTheSDKOfOpenAIHearsAChat(t *testing.T) {
	srv := start(t, Script{Steps: []Step{said, Text("all done")}})
	service := openai.NewChatCompletionService(option.WithAPIKey("k"), option.WithBaseURL(srv.URL+"/v1/"), option.WithHTTPClient(client(t)))
	p := openai.ChatCompletionNewParams{Model: "m", Messages: []openai.ChatCompletionMessageParamUnion{openai.SystemMessage("rules"), openai.UserMessage("go")},
		Tools: []openai.ChatCompletionToolUnionParam{openai.ChatCompletionFunctionTool(openai.FunctionDefinitionParam{Name: "Bash"})}}
	res, err := service.New(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	m := res.Choices[0].Message
	if m.Content != "hm" || len(m.ToolCalls) != 2 || m.ToolCalls[1].ID != "mine" || m.ToolCalls[1].Function.Arguments != `{"command":"ls"}` || res.Choices[0].FinishReason != "tool_calls" ||
		res.Usage.PromptTokens != 100 || res.Usage.PromptTokensDetails.CachedTokens != 80 {
		t.Errorf("%+v", res)
	}
	stream := service.NewStreaming(t.Context(), p)
	var acc openai.ChatCompletionAccumulator
	for stream.Next() {
		if !acc.AddChunk(stream.Current()) {
			t.Errorf("not taken: %+v", stream.Current())
		}
	}
	if err := stream.Err(); err != nil || acc.Choices[0].Message.Content != "hm" || len(acc.Choices[0].Message.ToolCalls) != 2 || acc.Usage.PromptTokens != 100 {
		t.Errorf("%v %+v", err, acc)
	}
	p.Messages = append(p.Messages, m.ToParam(), openai.ToolMessage("a.go", "mine"))
	res, err = service.New(t.Context(), p)
	if err != nil || res.Choices[0].Message.Content != "all done" || res.Choices[0].FinishReason != "stop" {
		t.Errorf("%v %+v", err, res)
	}
	if r := srv.Results()["mine"]; r.Text != "a.go" {
		t.Errorf("%+v", srv.Results())
	}
}

func TestTheSDKOfOpenAIHearsResponses(t *testing.T) {
	srv := start(t, Script{Steps: []Step{said, {Text: "cut", Stop: "max_tokens"}}})
	service := responses.NewResponseService(option.WithAPIKey("k"), option.WithBaseURL(srv.URL+"/v1/"), option.WithHTTPClient(client(t)))
	p := responses.ResponseNewParams{Model: "m", Input: responses.ResponseNewParamsInputUnion{OfString: openai.String("go")},
		Tools: []responses.ToolUnionParam{{OfFunction: &responses.FunctionToolParam{Name: "shell", Parameters: map[string]any{}}}}}
	res, err := service.New(t.Context(), p)
	if err != nil || res.OutputText() != "hm" || len(res.Output) != 3 || res.Output[2].CallID != "mine" || res.Usage.InputTokensDetails.CachedTokens != 80 || res.Status != "completed" {
		t.Fatalf("%v %+v", err, res)
	}
	stream := service.NewStreaming(t.Context(), p)
	var types []string
	text := ""
	for stream.Next() {
		e := stream.Current()
		types = append(types, e.Type)
		if e.Type == "response.output_text.delta" {
			text += e.Delta
		}
	}
	if err := stream.Err(); err != nil || text != "hm" || types[0] != "response.created" || types[len(types)-1] != "response.completed" || !slices.Contains(types, "response.function_call_arguments.done") {
		t.Errorf("%v %q %v", err, text, types)
	}
	p.Input = responses.ResponseNewParamsInputUnion{OfInputItemList: responses.ResponseInputParam{
		responses.ResponseInputItemParamOfMessage("go", "user"),
		responses.ResponseInputItemParamOfFunctionCall(`{"command":"ls"}`, "mine", "Bash"),
		{OfFunctionCallOutput: &responses.ResponseInputItemFunctionCallOutputParam{CallID: openai.String("mine"),
			Output: responses.ResponseInputItemFunctionCallOutputOutputUnionParam{OfString: openai.String("a.go")}}},
	}}
	res, err = service.New(t.Context(), p)
	if err != nil || res.Status != "incomplete" || res.IncompleteDetails.Reason != "max_output_tokens" || srv.Results()["mine"].Text != "a.go" {
		t.Errorf("%v %+v %+v", err, res, srv.Results())
	}
}

func TestGeminiIsSpoken(t *testing.T) {
	srv := start(t, Script{Steps: []Step{Shell("ls"), {Text: "no", Stop: "refusal"}}})
	ask := func(verb, body string) string {
		resp, err := client(t).Post(srv.URL+"/v1beta/models/gemini-x:"+verb, "application/json", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		b, _ := io.ReadAll(resp.Body)
		return string(b)
	}
	const tools = `"tools":[{"functionDeclarations":[{"name":"read_file"},{"name":"run_shell_command"}]}]`
	first := `{"contents":[{"role":"user","parts":[{"text":"go"}]}],` + tools + `}`
	got := ask("generateContent", first)
	for _, w := range []string{`"functionCall":{"args":{"command":"ls","description":"Run a command"}`, `"name":"run_shell_command"`, `"finishReason":"STOP"`, `"modelVersion":"gemini-x"`} {
		if !strings.Contains(got, w) {
			t.Errorf("no %s in %s", w, got)
		}
	}
	data, ok := strings.CutPrefix(ask("streamGenerateContent?alt=sse", first), "data: ")
	var chunk struct {
		Candidates []json.RawMessage `json:"candidates"`
	}
	if err := json.Unmarshal([]byte(data), &chunk); !ok || err != nil || len(chunk.Candidates) != 1 || !strings.Contains(string(chunk.Candidates[0]), `"run_shell_command"`) {
		t.Errorf("a stream says %s, %v", data, err)
	}
	got = ask("generateContent", `{"contents":[{"role":"user","parts":[{"text":"go"}]},{"role":"model","parts":[{"functionCall":{"name":"run_shell_command","args":{}}}]},
		{"role":"user","parts":[{"functionResponse":{"name":"run_shell_command","response":{"output":"a.go"}}}]}],`+tools+`}`)
	if !strings.Contains(got, `"finishReason":"SAFETY"`) {
		t.Error(got)
	}
	for _, r := range srv.Results() {
		if r.Text != "a.go" || r.IsError {
			t.Errorf("%+v", r)
		}
	}
	if n := len(srv.Results()); n != 1 {
		t.Errorf("%d results", n)
	}
}

func TestARefusalIsInTheProvidersWords(t *testing.T) {
	for path, want := range map[string]string{
		"/v1/messages": `"type":"rate_limit_error"`, "/v1/chat/completions": `"code":"rate_limit_exceeded"`, "/v1/responses": `"code":"rate_limit_exceeded"`,
		"/model/x/invoke": `{"message":"slow down"}`, "/v1beta/models/x:generateContent": `"status":"RESOURCE_EXHAUSTED"`,
		"/v1/projects/p/locations/l/publishers/anthropic/models/x:rawPredict": `"type":"rate_limit_error"`,
	} {
		srv := start(t, Script{Every: &Step{Error: 429, Message: "slow down", Header: map[string]string{"Retry-After": "7"}}})
		resp, err := client(t).Post(srv.URL+path, "application/json", strings.NewReader(`{"model":"m","messages":[],"input":"x","contents":[]}`))
		if err != nil {
			t.Fatal(err)
		}
		b, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		if resp.StatusCode != 429 || !strings.Contains(string(b), want) || resp.Header.Get("Retry-After") != "7" {
			t.Errorf("%s: %d %s", path, resp.StatusCode, b)
		}
	}
}

func TestEveryTroubleIsTheOneItIsCalled(t *testing.T) {
	seen := map[string]bool{}
	for _, tr := range Troubles() {
		if seen[tr.Name] {
			t.Errorf("%s is there twice", tr.Name)
		}
		seen[tr.Name] = true
		base, srv, err := tr.Start()
		if err != nil {
			t.Fatal(err)
		}
		if tr.Way == Plain && (tr.Step.Fault != SlowHeaders && tr.Step.Fault != SlowBody) {
			resp, err := client(t).Post(base+"/v1/messages", "application/json", strings.NewReader(`{"model":"m","messages":[]}`))
			n := int64(0)
			if err == nil {
				n, err = io.Copy(io.Discard, resp.Body)
				resp.Body.Close()
			}
			cut := tr.Step.Fault == CutBody || tr.Step.Fault == CutEarly
			long := tr.Step.Fault == GzipBomb || tr.Step.Fault == Huge
			redirect := tr.Step.Error == 307
			if (err != nil) != (cut || redirect) || long != (n >= size) {
				t.Errorf("%s: %v, %d bytes", tr.Name, err, n)
			}
		}
		if tr.Way != Plain {
			if resp, err := client(t).Get(base); err == nil {
				resp.Body.Close()
				t.Errorf("%s is reached", tr.Name)
			}
		}
		srv.Close()
	}
}

func TestOnlyTheScriptsKeysAreTaken(t *testing.T) {
	srv := start(t, Script{Keys: []string{"k"}})
	for header, want := range map[string]int{"X-Api-Key: k": 200, "Authorization: Bearer k": 200, "Api-Key: k": 200, "X-Goog-Api-Key: k": 200, "X-Api-Key: l": 401, "X-Other: k": 401,
		"Authorization: AWS4-HMAC-SHA256 Credential=k/2026/x, Signature=s": 200} {
		name, value, _ := strings.Cut(header, ": ")
		req, _ := http.NewRequest("POST", srv.URL+"/v1/messages", strings.NewReader(`{"messages":[]}`))
		req.Header.Set(name, value)
		resp, err := client(t).Do(req)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != want {
			t.Errorf("%s: %d", header, resp.StatusCode)
		}
	}
	for _, r := range srv.Requests() {
		for name, v := range r.Header {
			if name != "X-Other" && strings.HasPrefix(v[0], "k") {
				t.Errorf("%s is kept", name)
			}
		}
	}
}
