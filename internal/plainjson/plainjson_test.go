package plainjson

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

type word string

type mood uint8

func (m mood) MarshalText() ([]byte, error)     { return []byte("mood-" + string(rune('a'+m%26))), nil }
func (m *mood) UnmarshalText(text []byte) error { *m = mood(text[len(text)-1] - 'a'); return nil }

type inner struct {
	Deep map[string][]leaf `json:"deep,omitempty"`
	When time.Time         `json:"when"`
}

type leaf struct {
	A string `json:"a,omitempty"`
	N int8   `json:"n"`
}

type sample struct {
	inner
	Text  string          `json:"text"`
	Word  word            `json:"word,omitempty"`
	Mood  mood            `json:"mood,omitempty"`
	Yes   bool            `json:"yes,omitempty"`
	N     int             `json:"n,omitempty"`
	U     uint64          `json:"u"`
	List  []string        `json:"list"`
	Bytes []byte          `json:"bytes,omitempty"`
	Raw   json.RawMessage `json:"raw,omitempty"`
	Ptr   *leaf           `json:"ptr,omitempty"`
	Map   map[word]int    `json:"map,omitempty"`
	Gone  string          `json:"-"`
	Plain string
	Zero  leaf `json:"zero,omitzero"`
}

func full() sample {
	return sample{inner: inner{Deep: map[string][]leaf{"b": {{"x", -3}}, "a": nil}, When: time.Date(2026, 5, 4, 3, 2, 1, 500, time.UTC)},
		Text: "a \"b\" \\ <c> \n\t\x01 é \u2028 😀", Word: "w", Mood: 3, Yes: true, N: -7, U: 1 << 63, List: []string{"x", ""}, Bytes: []byte{1, 2},
		Raw: json.RawMessage(`{"a":[1.5e+3,null,true,"\u00e9"]}`), Ptr: &leaf{A: "p"}, Map: map[word]int{"k": 1}, Plain: "p"}
}

func theirs(t *testing.T, v any) string {
	t.Helper()
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(b.String())
}

func TestSameAsEncodingJSON(t *testing.T) {
	for name, v := range map[string]sample{"full": full(), "empty": {}, "bad UTF-8": {Text: "a\xffb", List: []string{}}} {
		ours, err := Append(nil, v)
		if err != nil {
			t.Fatal(err)
		}
		if want := theirs(t, v); string(ours) != want {
			// The one difference: an escape in raw JSON is written out.
			if want = strings.ReplaceAll(want, `\u00e9`, "é"); string(ours) != want {
				t.Errorf("%s:\n got %s\nwant %s", name, ours, want)
			}
		}
		var a, b sample
		if err := Unmarshal(ours, &a); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := json.Unmarshal(ours, &b); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(b, a, cmp.AllowUnexported(sample{})); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

func TestAppendRefusesWhatIsNotPlain(t *testing.T) {
	for _, v := range []any{1.5, make(chan int), map[int]int{1: 1}, []any{1.5}, json.RawMessage("{"), json.RawMessage("1 2"), func() {}} {
		if b, err := Append(nil, v); err == nil {
			t.Errorf("%T gave %s", v, b)
		}
	}
}

func TestUnmarshalRefuses(t *testing.T) {
	for _, text := range []string{``, `{`, `{"text":1}`, `{"n":"1"}`, `{"n":1.5}`, `{"n":99999999999999999999}`, `{"u":-1}`, `{"yes":1}`, `{"list":{}}`,
		`{"list":["a",]}`, `{"text":"a"} x`, `{"text":"a}`, `{"text":"\x"}`, `{"text":"\u12"}`, "{\"text\":\"\n\"}", `{"when":"today"}`, `{"bytes":"?"}`,
		`{"text" "a"}`, `{text:"a"}`, `[]`, `{"zero":{"n":300}}`, `{"other":nul}`, `{"other":01}`, `{"other":-}`, `{"other":1.}`, `{"other":1e}`,
		`{"other":` + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000) + `}`} {
		v := sample{}
		if err := Unmarshal([]byte(text), &v); err == nil {
			t.Errorf("%.60s gave %+v", text, v)
		}
	}
	if Unmarshal([]byte("{}"), sample{}) == nil {
		t.Error("into no pointer")
	}
}

func TestUnmarshalPassesOver(t *testing.T) {
	v := sample{Text: "before", N: 4}
	if err := Unmarshal([]byte(` { "x" : {"a":[1,{}]} , "text":null, "Text":"other case", "yes":true } `), &v); err != nil || v.Text != "" || v.N != 4 || !v.Yes {
		t.Errorf("%+v, %v", v, err)
	}
}

func TestRewriteReplacesEveryText(t *testing.T) {
	got, err := Rewrite([]byte("x"), []byte("{ \"a\" : [ \"b\\n\" , 1.50, null ] }"), strings.ToUpper)
	if err != nil || string(got) != `x{"A":["B\n",1.50,null]}` {
		t.Errorf("%s, %v", got, err)
	}
	if got, err := Rewrite(nil, []byte(`{"a":}`), nil); err == nil {
		t.Errorf("%s", got)
	}
}

func TestCanonicalIsOneForAllSpellings(t *testing.T) {
	for _, raw := range []string{`{"b":[1.0,{"y":1,"x":"\u00e9"}],"a":null}`, " { \"a\" : null,\n\"b\":[1.0, {\"x\":\"é\" ,\"y\":1}] }", `{"a":1,"b":[1.0,{"x":"é","y":1}],"a":null}`} {
		got, err := Canonical([]byte(">"), []byte(raw))
		if err != nil || string(got) != `>{"a":null,"b":[1.0,{"x":"é","y":1}]}` {
			t.Errorf("%s, %v", got, err)
		}
	}
	if got, err := Canonical(nil, []byte(`{"a":1`)); err == nil {
		t.Errorf("%s", got)
	}
}

func TestAnyTextComesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "text")
		var a, b string
		out := AppendString(nil, s)
		if err := Unmarshal(out, &a); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(out, &b); err != nil || a != b || a != strings.ToValidUTF8(s, "\ufffd") && a != string([]rune(s)) {
			t.Fatalf("%q became %q, %q", s, a, b)
		}
	})
}

func FuzzAgainstEncodingJSON(f *testing.F) {
	b, _ := Append(nil, full())
	f.Add(b)
	f.Add([]byte(`["\ud83d\ude00","\ud800","\udc00x",-0,1E5]`))
	f.Fuzz(func(t *testing.T, b []byte) {
		deep := bytes.Count(b, []byte("["))+bytes.Count(b, []byte("{")) > maxDepth
		if ours, theirs := Valid(b), json.Valid(b); ours != theirs && !(deep && theirs) {
			t.Fatalf("valid: %v, encoding/json: %v", ours, theirs)
		}
		if !Valid(b) {
			return
		}
		out, err := Rewrite(nil, b, nil)
		if err != nil {
			t.Fatal(err)
		}
		var x, y any
		if json.Unmarshal(b, &x) != nil || json.Unmarshal(out, &y) != nil {
			return // a number out of range
		}
		if !reflect.DeepEqual(x, y) {
			t.Fatalf("%s was written as %s", b, out)
		}
		var mine any
		if err := Unmarshal(b, &mine); err != nil || !reflect.DeepEqual(mine, x) {
			t.Fatalf("%#v, encoding/json: %#v, %v", mine, x, err)
		}
		one, err := Canonical(nil, b)
		var z any
		if err != nil || json.Unmarshal(one, &z) != nil || !reflect.DeepEqual(x, z) {
			t.Fatalf("%s is %s in canonical form, %v", b, one, err)
		}
		var list []string
		if Unmarshal(b, &list) == nil {
			var same []string
			if err := json.Unmarshal(b, &same); err != nil || !reflect.DeepEqual(list, same) {
				t.Fatalf("%q, encoding/json: %q, %v", list, same, err)
			}
		}
	})
}
