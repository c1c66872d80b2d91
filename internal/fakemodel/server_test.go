package fakemodel

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func start(t *testing.T, s Script) *Server {
	t.Helper()
	srv, err := Start(s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { http.DefaultClient.CloseIdleConnections(); srv.Close() })
	return srv
}

// post sends a request and gives the answer's body.
func post(t *testing.T, srv *Server, body string) (int, string) {
	t.Helper()
	resp, err := http.Post(srv.URL+"/v1/messages?beta=true", "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(b)
}

func answerOf(t *testing.T, srv *Server, body string) answer {
	t.Helper()
	status, text := post(t, srv, body)
	var m answer
	if err := json.Unmarshal([]byte(text), &m); err != nil || status != 200 {
		t.Fatalf("%d %s", status, text)
	}
	return m
}

const tools = `"model":"m","tools":[{"name":"Bash"}]`

func TestEachAnswerTakesTheNextStep(t *testing.T) {
	srv := start(t, Script{Steps: []Step{Shell("ls"), Text("all done")}})
	m := answerOf(t, srv, `{`+tools+`,"messages":[{"role":"user","content":"go"}]}`)
	if *m.StopReason != "tool_use" || len(m.Content) != 1 || m.Content[0].Name != "Bash" || !strings.Contains(string(m.Content[0].Input), `"ls"`) {
		t.Fatalf("%+v", m)
	}
	next := `{` + tools + `,"messages":[{"role":"user","content":"go"},{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"Bash","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"x.go","is_error":false}]}]}`
	for range 2 { // the same request again gets the same answer
		if m := answerOf(t, srv, next); *m.StopReason != "end_turn" || m.Content[0].Text != "all done" {
			t.Fatalf("%+v", m)
		}
	}
	if r := srv.Results()["a"]; r.Text != "x.go" || r.IsError {
		t.Errorf("%+v", r)
	}
	if n := len(srv.Requests(Main)); n != 3 {
		t.Errorf("%d requests kept", n)
	}
}

func TestASubagentHasItsOwnScript(t *testing.T) {
	srv := start(t, Script{Steps: []Step{Text("main")}, Agents: []Agent{{Match: "count the files", Steps: []Step{Text("sub")}}}})
	if m := answerOf(t, srv, `{`+tools+`,"messages":[{"role":"user","content":[{"type":"text","text":"reminder"},{"type":"text","text":"please count the files"}]}]}`); m.Content[0].Text != "sub" {
		t.Errorf("%+v", m)
	}
	if m := answerOf(t, srv, `{`+tools+`,"messages":[{"role":"user","content":"hello"},{"role":"user","content":"count the files"}]}`); m.Content[0].Text != "main" {
		t.Errorf("%+v", m)
	}
	if len(srv.Requests(Sub)) != 1 || len(srv.Requests(Main)) != 1 {
		t.Error("kinds mixed up")
	}
}

func TestAClientsChecksAreAnsweredInTurn(t *testing.T) {
	srv := start(t, Script{Classifier: []Step{Text("<block>yes"), {Error: 529}}})
	check := `{"model":"m","stop_sequences":["</block>"],"messages":[{"role":"user","content":"<transcript>"}]}`
	if m := answerOf(t, srv, check); *m.StopReason != "stop_sequence" || *m.StopSequence != "</block>" || m.Content[0].Text != "<block>yes" {
		t.Errorf("%+v", m)
	}
	if status, text := post(t, srv, check); status != 529 || !strings.Contains(text, `"error"`) {
		t.Errorf("%d %s", status, text)
	}
	if m := answerOf(t, srv, `{"model":"m","messages":[{"role":"user","content":"a title please"}]}`); m.Content[0].Text != "ok" {
		t.Errorf("%+v", m)
	}
	if len(srv.Requests(Classifier)) != 2 || len(srv.Requests(Side)) != 1 {
		t.Error("kinds mixed up")
	}
}

func TestAStreamSaysWhatAnAnswerSays(t *testing.T) {
	srv := start(t, Script{Steps: []Step{{Text: "hm", Calls: []Call{CallOf("Read", map[string]string{"file_path": "/a"}), {ID: "mine", Tool: "Bash", Input: json.RawMessage(`{"command":"ls"}`)}}}}})
	_, text := post(t, srv, `{`+tools+`,"stream":true,"messages":[{"role":"user","content":"go"}]}`)
	var names []string
	input := ""
	sc := bufio.NewScanner(strings.NewReader(text))
	for sc.Scan() {
		if name, ok := strings.CutPrefix(sc.Text(), "event: "); ok {
			names = append(names, name)
		}
		if data, ok := strings.CutPrefix(sc.Text(), "data: "); ok {
			var e struct {
				Delta struct {
					Partial string `json:"partial_json"`
				} `json:"delta"`
			}
			if err := json.Unmarshal([]byte(data), &e); err != nil {
				t.Fatal(err)
			}
			input += e.Delta.Partial
		}
	}
	if names[0] != "message_start" || names[len(names)-1] != "message_stop" || input != `{"file_path":"/a"}{"command":"ls"}` || !strings.Contains(text, `"mine"`) {
		t.Errorf("%v %s", names, text)
	}
}

func TestCredentialsAreNotKept(t *testing.T) {
	srv := start(t, Script{})
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	w.Write([]byte(`{` + tools + `,"messages":[]}`))
	w.Close()
	req, _ := http.NewRequest("POST", srv.URL+"/v1/messages", &z)
	req.Header.Set("Content-Encoding", "gzip")
	req.Header.Set("X-Api-Key", "k")
	req.Header.Set("Authorization", "Bearer k")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	r := srv.Requests()[0]
	if resp.StatusCode != 200 || r.Header.Get("X-Api-Key") != "" || r.Header.Get("Authorization") != "" || r.Body.Model != "m" {
		t.Errorf("%d %+v", resp.StatusCode, r)
	}
}

func TestWaitForSeesARequestComing(t *testing.T) {
	srv := start(t, Script{})
	go func() {
		if resp, err := http.Get(srv.URL + "/v1/models"); err == nil {
			resp.Body.Close()
		}
	}()
	if !srv.WaitFor(5*time.Second, func(rs []Request) bool { return len(rs) == 1 }) {
		t.Error("not seen")
	}
	if srv.WaitFor(10*time.Millisecond, func(rs []Request) bool { return len(rs) == 2 }) {
		t.Error("seen what never came")
	}
}

func TestPathsBesideTheConversation(t *testing.T) {
	srv := start(t, Script{})
	for path, want := range map[string]int{"/v1/models": 200, "/v1/messages/count_tokens": 200, "/nothing": 404} {
		resp, err := http.Get(srv.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != want {
			t.Errorf("%s: %d", path, resp.StatusCode)
		}
	}
	if status, _ := post(t, srv, "no json"); status != 400 {
		t.Error(status)
	}
}
