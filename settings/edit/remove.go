package edit

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/tailscale/hujson"
)

// Remove takes the elements that match out of the array at path, with the
// comma and blanks that came with them, and gives their number.
func (d *Doc) Remove(match func(raw json.RawMessage) bool, path ...string) (int, error) {
	n := 0
	for {
		at := d.find(path)
		if at == nil {
			return n, nil
		}
		arr, ok := at.Value.(*hujson.Array)
		if !ok {
			return n, fmt.Errorf("%s is not a list", strings.Join(path, "."))
		}
		i := 0
		for ; i < len(arr.Elements); i++ {
			std, err := hujson.Standardize(append([]byte(nil), d.text[arr.Elements[i].StartOffset:arr.Elements[i].EndOffset]...))
			if err == nil && match(std) {
				break
			}
		}
		if i == len(arr.Elements) {
			return n, nil
		}
		d.cut(at.StartOffset+1, i, len(arr.Elements), func(j int) (int, int) {
			return arr.Elements[j].StartOffset, arr.Elements[j].EndOffset
		})
		if err := d.parse(); err != nil {
			return n, err
		}
		n++
	}
}

// Delete takes the member at path out of its object; nothing happens when it
// is not there.
func (d *Doc) Delete(path ...string) error {
	at := d.find(path[:len(path)-1])
	if at == nil {
		return nil
	}
	obj, ok := at.Value.(*hujson.Object)
	if !ok {
		return nil
	}
	for i := range obj.Members {
		if nameOf(&obj.Members[i]) == path[len(path)-1] {
			d.cut(at.StartOffset+1, i, len(obj.Members), func(j int) (int, int) {
				return obj.Members[j].Name.StartOffset, obj.Members[j].Value.EndOffset
			})
			return d.parse()
		}
	}
	return nil
}

// Empty tells whether the object or array at path holds nothing.
func (d *Doc) Empty(path ...string) bool {
	at := d.find(path)
	if at == nil {
		return false
	}
	switch c := at.Value.(type) {
	case *hujson.Object:
		return len(c.Members) == 0
	case *hujson.Array:
		return len(c.Elements) == 0
	}
	return false
}

// cut takes entry i of n out of a composite whose inside begins at open.
func (d *Doc) cut(open, i, n int, span func(int) (int, int)) {
	start, end := span(i)
	switch {
	case i > 0:
		_, start = span(i - 1)
		if i == n-1 {
			d.text = splice(d.text, start, end, "")
			return
		}
		d.text = splice(d.text, start, end, "")
	case n > 1:
		next, _ := span(1)
		d.text = splice(d.text, start, next, "")
	default:
		close := end
		for close < len(d.text) && strings.IndexByte(" \t\r\n,", d.text[close]) >= 0 {
			close++
		}
		d.text = splice(d.text, open, close, "")
	}
}
