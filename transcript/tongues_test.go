package transcript

import (
	"strings"
	"testing"
)

func TestRestraintsInOtherLanguagesAreLimits(t *testing.T) {
	for _, c := range []struct {
		text string
		want Scope
	}{
		{"Bitte nicht pushen.", ScopePush},
		{"Push nicht!", ScopePush},
		{"Du sollst nichts installieren.", ScopeInstall},
		{"Keine Commits, bitte.", ScopeCommit},
		{"Räum auf, aber lösche keine Dateien.", ScopeDelete},
		{"Starte den Server nicht neu.", ScopeRun},
		{"Fass die Produktion nicht an.", ScopeDeploy},
		{"Migrationen nicht anfassen.", ScopeWrite},
		{"Mach es ohne zu committen.", ScopeCommit},
		{"Deploye nicht ohne meine Freigabe.", ScopeDeploy},
		{"Frag mich, bevor du etwas löschst.", ScopeDelete},
		{"Nur lesen, bitte.", ScopeNetwork},
		{"Nicht `npm install` ausführen.", ScopeInstall},
		{"Ne pousse pas.", ScopePush},
		{"touche pas à la prod", ScopeDeploy},
		{"N'installe rien.", ScopeInstall},
		{"Corrige le bug sans lancer les tests.", ScopeRun},
		{"Il ne faut pas supprimer les données.", ScopeDelete},
		{"Pas de commit pour l'instant.", ScopeCommit},
		{"Demande-moi avant de déployer.", ScopeDeploy},
		{"No hagas push.", ScopePush},
		{"Por favor no borres nada.", ScopeDelete},
		{"no ejecutes los tests", ScopeRun},
		{"Arréglalo sin instalar nada.", ScopeInstall},
		{"No despliegues hasta que yo lo diga.", ScopeDeploy},
		{"Não faça push.", ScopePush},
		{"Por favor não apague nada.", ScopeDelete},
		{"Conserta sem instalar nada.", ScopeInstall},
		{"Non fare push.", ScopePush},
		{"Non toccare la produzione.", ScopeDeploy},
		{"Sistema il bug senza eseguire i test.", ScopeRun},
		{"Niet pushen.", ScopePush},
		{"Push niet naar main.", ScopePush},
		{"Geen commits alsjeblieft.", ScopeCommit},
		{"Verwijder niets.", ScopeDelete},
		{"Не пушь.", ScopePush},
		{"Пожалуйста, ничего не удаляй.", ScopeDelete},
		{"Нельзя деплоить.", ScopeDeploy},
		{"Не запускай тесты.", ScopeRun},
		{"Исправь без коммита.", ScopeCommit},
		{"Nie usuwaj niczego.", ScopeDelete},
		{"Nie pushuj.", ScopePush},
		{"不要推送。", ScopePush},
		{"修好它，但先别提交。", ScopeCommit},
		{"请勿删除任何文件", ScopeDelete},
		{"千万别动生产环境", ScopeDeploy},
		{"不许安装新的依赖", ScopeInstall},
		{"你不能运行测试。", ScopeRun},
		{"删除之前先问我。", ScopeDelete},
		{"pushしないでください。", ScopePush},
		{"直して。コミットはまだしないで。", ScopeCommit},
		{"本番には触らないで", ScopeDeploy},
		{"ファイルを削除せずに直して", ScopeDelete},
		{"インストール禁止", ScopeInstall},
		{"푸시하지 마세요.", ScopePush},
		{"테스트는 실행하지 말고 고쳐줘", ScopeRun},
	} {
		if got := union(user(c.text)); got&c.want != c.want {
			t.Errorf("%q: got %v, want %v in it", c.text, got, c.want)
		}
	}
}

func TestOrdersStandingAloneInOtherLanguages(t *testing.T) {
	for _, text := range []string{"Stopp!", "Halt.", "Warte mal.", "Nein.", "Lass das!", "noch nicht", "Arrête !", "Attends.", "non", "Espera.", "¡Alto!", "No lo hagas.",
		"Pare!", "espera", "Fermati.", "Aspetta!", "Wacht even.", "Nee.", "Стоп!", "Подожди.", "Нет.", "Stój!", "停！", "等一下", "不要", "待って！", "やめて", "멈춰!", "잠깐만"} {
		// Alone, and as one short sentence of many.
		for _, said := range []string{text, "The importer drops the last row of every file that it reads.\n" + text} {
			if got := union(user(said)); got&ScopeLeavesRoot != ScopeLeavesRoot {
				t.Errorf("%q: got %v", said, got)
			}
		}
	}
}

func TestDescriptionsInOtherLanguagesAreNoLimits(t *testing.T) {
	for _, text := range []string{
		"Der Server startet nicht.",
		"Die Tests laufen nicht.",
		"Warum wird der Branch nicht gepusht?",
		"Der Upload kann die Datei nicht löschen.",
		"Führ die Tests aus.",
		"Die Funktion liefert nur gerade Zahlen.",
		"Le serveur ne démarre pas.",
		"Il ne lance pas les tests.",
		"La fonction ne renvoie que des entiers.",
		"El servidor no arranca.",
		"La función solo devuelve números pares.",
		"O servidor não inicia.",
		"Il server non parte.",
		"De server start niet.",
		"Сервер не запускается.",
		"Не удалось открыть файл.",
		"Почему не работает сборка?",
		"Serwer nie działa.",
		"服务器不能启动。",
		"这个函数只返回偶数。",
		"把特别大的文件列出来。",
		"区别是什么？",
		"サーバーが起動しない。",
		"テストを実行して。",
		"서버가 시작되지 않아요.",
		"Stopp den Server, den du gestartet hast.",
		"Para el servidor que arrancaste.",
	} {
		if got := Limits(user(text)); len(got) > 0 {
			t.Errorf("%q: %q %v", text, got[0].Words, got[0].Scope)
		}
	}
}

func TestFilesNarrowLimitsInOtherLanguages(t *testing.T) {
	for _, c := range []struct {
		text string
		path string
		want bool
	}{
		{"Ändere README.md nicht.", "/p/README.md", true},
		{"Ändere README.md nicht.", "/p/main.go", false},
		{"Nur src/a.ts ändern.", "/p/src/b.ts", true},
		{"Nur src/a.ts ändern.", "/p/src/a.ts", false},
		{"Ne modifie pas config.yaml.", "/p/config.yaml", true},
		{"Ne modifie pas config.yaml.", "/p/x.go", false},
		{"No cambies package.json.", "/p/package.json", true},
		{"不要修改 config.yaml", "/p/config.yaml", true},
		{"不要修改 config.yaml", "/p/main.go", false},
		{"只修改src/a.ts", "/p/src/b.ts", true},
		{"只修改src/a.ts", "/p/src/a.ts", false},
		{"README.mdは変更しないで", "/p/README.md", true},
		{"README.mdは変更しないで", "/p/main.go", false},
	} {
		if got := CoveredBy(Limits(user(c.text)), ScopeWrite, []string{c.path}, "") != nil; got != c.want {
			t.Errorf("%q, %s: %v\n%+v", c.text, c.path, got, Limits(user(c.text)))
		}
	}
}

func TestACheapLookMissesNoWordOfRestraint(t *testing.T) {
	long := strings.Repeat("x ", 30)
	for i := range tongues {
		g := &tongues[i]
		for _, list := range []string{g.neg, g.none, g.last, g.only, g.without, g.ask, g.until} {
			for _, w := range strings.Fields(list) {
				if s := long + strings.ReplaceAll(w, "_", " ") + " y"; !mayRestrain(s) {
					t.Errorf("%s: %q is passed over", g.name, w)
				}
			}
		}
	}
}

// withoutLook finds limits in every sentence.
func withoutLook(text string) int {
	n := 0
	for _, s := range sentences(text) {
		d := english(&s)
		if len(d) == 0 {
			d = append(foreign(&s), eastern(&s)...)
		}
		if len(d) > 0 && !mayRestrain(s.text) {
			n++
		}
	}
	return n
}

func FuzzLimits(f *testing.F) {
	for _, s := range []string{"Do not push.", "only edit a.go", "- x\n- `y`\n```\nz\n```", "不要删 a.go", "Ne pousse pas l'", "\"a", "a/b/ ./ ~ **", "don't\xff"} {
		f.Add(s, s)
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		if n := withoutLook(a); n > 0 {
			t.Fatalf("%d sentences with limits are passed over", n)
		}
		for _, l := range Limits(user(a, b)) {
			if l.Scope&^ScopeNamed == 0 || l.Turn < 0 || l.Turn > 1 || len(l.Words) > 200 {
				t.Fatalf("%+v", l)
			}
			l.Covers(ScopeWrite, []string{b}, a)
		}
	})
}
