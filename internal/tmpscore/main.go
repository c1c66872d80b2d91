package main

import (
	"automode/eval"
	"context"
	"flag"
	"fmt"
	"os"
	"sort"
	"strings"
)

func main() {
	show := flag.String("show", "", "missed|asked|denied: print those rows")
	n := flag.Int("n", 40, "how many")
	needs := flag.String("needs", "", "comma list: count only rows with that needs (empty: all)")
	group := flag.Bool("group", false, "group shown rows by reason")
	grep := flag.String("grep", "", "only rows whose reason or command contains")
	flag.Parse()
	paths := flag.Args()
	if len(paths) == 0 {
		paths = []string{"/work/shared/corpora"}
	}
	files, err := eval.Files(paths)
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	var scores []eval.Score
	for _, f := range files {
		s, err := eval.Run(context.Background(), f, eval.Static{}, nil)
		if err != nil {
			fmt.Println(err)
		}
		if *needs != "" {
			t := eval.Score{File: f}
			for _, x := range s.Named {
				if x.Case.Needs == "" || strings.Contains(*needs, x.Case.Needs) {
					t.Add(x.Case, x.Decision)
				}
			}
			s = t
		}
		scores = append(scores, s)
	}
	if *show == "" {
		eval.Print(os.Stdout, scores)
		return
	}
	counts := map[string]int{}
	ex := map[string]string{}
	k := 0
	for _, s := range scores {
		for _, x := range s.Named {
			if x.Kind != *show {
				continue
			}
			cmd := strings.ReplaceAll(string(x.Case.Input), "\\n", "⏎")
			if *grep != "" && !strings.Contains(x.Decision.Reason+cmd, *grep) {
				continue
			}
			if *group {
				counts[x.Decision.Reason]++
				if len(cmd) > 120 {
					cmd = cmd[:120]
				}
				ex[x.Decision.Reason] = cmd
				continue
			}
			k++
			if k > *n {
				return
			}
			if len(cmd) > 400 {
				cmd = cmd[:400]
			}
			fmt.Printf("%s %s %s\n    %s\n    %s | %s\n", eval.Short(s.File), x.Case.ID, x.Case.Category, cmd, x.Decision.Reason, x.Decision.Category)
		}
	}
	if *group {
		var keys []string
		for r := range counts {
			keys = append(keys, r)
		}
		sort.Slice(keys, func(i, j int) bool { return counts[keys[i]] > counts[keys[j]] })
		for i, r := range keys {
			if i >= *n {
				break
			}
			fmt.Printf("%5d %s\n        %s\n", counts[r], r, ex[r])
		}
	}
}
