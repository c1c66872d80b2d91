package judge

import (
	"testing"

	"automode/call"
	"automode/verdict"
)

func TestAListenerAllowsNothingOfItsOwn(t *testing.T) {
	var l Listener
	if _, _, ok := l.First(); ok {
		t.Error("a question before any")
	}
	if v := l.Judge(t.Context(), Request{Call: call.Call{ID: "1"}}); v.Outcome != verdict.Unavailable || v.Cause == "" {
		t.Errorf("%+v", v)
	}
}

func TestAListenerKeepsTheFirstQuestionAndItsAnswer(t *testing.T) {
	inner := &Listener{}
	l := Listener{Next: inner}
	l.Judge(t.Context(), Request{Call: call.Call{ID: "1"}})
	l.Judge(t.Context(), Request{Call: call.Call{ID: "2"}})
	r, v, ok := l.First()
	_, want, _ := inner.First()
	if !ok || r.Call.ID != "1" || v.Cause != want.Cause {
		t.Errorf("%+v %+v", r, v)
	}
}
