package transcript

import (
	"strings"
	"unicode"
)

// eastern finds what a sentence in Chinese, Japanese or Korean may forbid.
// These are written without spaces or with endings that carry the negation, so
// clauses are searched for pieces of text.
func eastern(s *sentence) []draft {
	if !isEastern(s.text) {
		return nil
	}
	var out []draft
	whole := strings.TrimFunc(s.text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for _, alone := range [...]string{"停", "停下", "停止", "等等", "等一下", "稍等", "先等等", "住手", "不", "不要", "不行", "别", "别这样", "先别", "还不行", "取消", "算了",
		"待って", "ちょっと待って", "ストップ", "やめて", "やめろ", "止めて", "止まって", "だめ", "ダメ", "いいえ", "まだ", "まだだめ", "中止", "キャンセル",
		"멈춰", "멈춰요", "잠깐", "잠깐만", "기다려", "기다려요", "그만", "그만해", "하지마", "하지 마", "안돼", "안 돼", "아니", "아니요", "아직", "취소"} {
		if whole == alone || strings.TrimSuffix(whole, "请") == alone || strings.TrimPrefix(whole, "请") == alone {
			return []draft{{reading: reading{wide: ScopeLeavesRoot, back: true}}}
		}
	}
	for clause := range strings.FieldsFuncSeq(s.text, func(r rune) bool { return strings.ContainsRune("，,、：:（）()；;", r) }) {
		if d, ok := easternClause(clause, s); ok {
			out = append(out, d)
		}
	}
	return out
}

func isEastern(s string) bool {
	for _, r := range s {
		if r >= 0x3040 && r <= 0x30ff || r >= 0x4e00 && r <= 0x9fff || r >= 0xac00 && r <= 0xd7a3 {
			return true
		}
	}
	return false
}

// easternClause reads one clause of the sentence s.
func easternClause(c string, s *sentence) (draft, bool) {
	low := strings.ToLower(c)
	act := easternActs(low)
	named := reading{}
	for _, t := range s.words() {
		switch {
		case t.kind == path && strings.Contains(c, t.text):
			named.paths = append(named.paths, t.text)
		case t.kind == code && strings.Contains(c, t.text):
			named.names = append(named.names, strings.ToLower(t.text))
			act |= commandScope(t.text) &^ (ScopeRead | ScopeWrite)
		}
	}
	named.paths = append(named.paths, asciiPaths(c)...)
	read := func(only bool) (draft, bool) {
		r := named
		files := act & (ScopeWrite | ScopeDelete | ScopeProcess | ScopeSystem | ScopeDeploy | ScopeLoses)
		if len(r.paths)+len(r.names) > 0 && act&ScopeWrite != 0 {
			r.narrow, r.wide = files, act&^files
		} else {
			r.wide = act
		}
		return draft{reading: r, only: only}, !r.empty()
	}
	switch {
	case easternNegated(low):
		switch {
		case act != 0:
			return read(false)
		case len(named.paths) > 0:
			act = ScopeWrite | ScopeDelete
			return read(false)
		case containsAny(low, "什么都不", "什么也不", "任何", "何も", "아무것도"):
			return draft{reading: reading{wide: ScopeAll}}, true
		case containsAny(low, "这样", "那样", "这个", "那个", "这么", "それ", "これ", "そう", "그거", "그것", "그렇게", "做", "しないで", "하지"):
			return draft{reading: reading{wide: ScopeLeavesRoot, back: true}}, true
		}
	case containsAny(low, "先问我", "先问一下", "征得我", "经我同意", "等我", "我确认", "没有我的", "未经我", "先に聞いて", "先に確認", "確認してから", "聞いてから", "許可なく", "私に聞いて",
		"먼저 물어", "물어보고", "허락 없이", "확인 후", "확인받고"):
		if all := easternActs(strings.ToLower(s.text)); all&^(ScopeRun|ScopeRead) != 0 {
			return draft{reading: reading{wide: all}}, true
		}
		return draft{reading: reading{wide: ScopeLeavesRoot, back: true}}, true
	case containsAny(low, "只看", "只读", "仅查看", "只需要看", "只告诉", "只解释", "只分析", "見るだけ", "読むだけ", "読み取りのみ", "説明だけ", "보기만", "읽기만", "설명만"):
		return draft{reading: reading{wide: ScopeLeavesRoot, back: true}}, true
	case act != 0 && (prefixAny(low, "只", "仅", "请只", "请仅", "你只", "只能", "只许", "只准") || containsAny(low, "だけ", "のみ") && containsAny(low, "して", "てください", "しろ", "変更し") || containsAny(low, "만 ") && containsAny(low, "해", "하세요", "주세요")):
		return read(true)
	case act != 0 && containsAny(low, "除了", "以外", "を除", "제외"):
		return read(false)
	}
	return draft{}, false
}

// easternNegated tells whether a clause forbids, and does not tell that
// something does not work.
func easternNegated(c string) bool {
	for _, n := range [...]string{"不要", "请勿", "切勿", "勿", "禁止", "不准", "不许", "不得", "不可以", "不允许", "先别", "先不要", "暂时不", "千万别", "停止", "暂停", "避免", "无需", "不用",
		"しないで", "ないで", "するな", "しないこと", "ないように", "せずに", "ずに", "てはいけ", "てはなら", "ちゃだめ", "禁止", "やめて", "待って", "控えて",
		"하지 마", "하지마", "지 마", "지마", "말고", "금지", "말아", "마세요", "없이", "안 됩니다", "안됩니다"} {
		if strings.Contains(c, n) {
			return true
		}
	}
	for _, n := range [...]string{"别", "不能", "不可"} {
		for rest := c; ; {
			i := strings.Index(rest, n)
			if i < 0 {
				break
			}
			before, after := rest[:i], rest[i+len(n):]
			rest = after
			switch {
			case n == "别" && (suffixAny(before, "特", "区", "级", "类", "分", "性", "识", "个", "告", "差") || prefixAny(after, "的", "人", "名", "处", "墅")):
			case n != "别" && strings.TrimSpace(before) != "" && !suffixAny(before, "你", "您", "绝对", "绝", "我们", "还", "也", "都", "但", "但是", "请"):
				// "服务器不能启动" tells that it does not start
			default:
				return true
			}
		}
	}
	return false
}

// easternActs is what a clause speaks of doing.
func easternActs(c string) Scope {
	var s Scope
	for _, a := range [...]stems{
		{ScopePush, "push 推送 推到 推上 プッシュ 푸시"}, {ScopeCommit, "commit 提交 コミット 커밋"},
		{ScopeDeploy, "deploy 部署 发布 發布 上线 生产 線上 线上 デプロイ リリース 本番 배포 릴리스 운영"},
		{ScopeDelete, "删 刪 清空 清除 移除 去掉 削除 消さ 消し 消す 삭제 지우 제거"}, {ScopeDelete | ScopeLoses, "覆盖 重置 上書き リセット 덮어쓰"},
		{ScopeWrite, "修改 改动 更改 改 编辑 編集 写入 重命名 移动 格式化 変更 書き換 書き込 編集 リネーム フォーマット 수정 변경 편집 바꾸"},
		{touchScope, "动 碰 触 触ら 触れ いじら 건드리 손대"},
		{ScopeInstall, "安装 装 依赖 升级 インストール 依存 アップグレード 설치 업그레이드"},
		{ScopeRun, "运行 執行 执行 跑 启动 测试 构建 编译 実行 走らせ 起動 テスト ビルド 실행 돌리 테스트 빌드 시작"},
		{ScopeNetwork, "联网 网络 下载 上网 請求 请求 ネットワーク ダウンロード 通信 네트워크 인터넷 다운로드"}, {ScopeNetwork | ScopeSend, "上传 アップロード 업로드"},
		{ScopeSend, "发送 发邮件 邮件 发消息 评论 回复 公开 发给 送信 メール 投稿 コメント 送ら 公開 보내 메일 댓글 게시"},
		{ScopeBranch, "合并 变基 分支 回滚 マージ リベース ブランチ 병합 머지 브랜치"}, {ScopeProcess, "重启 杀 停掉 終了 再起動 停止させ 재시작 종료"}, {ScopePrivilege, "sudo root权限"},
	} {
		for w := range strings.SplitSeq(a.words, " ") {
			if strings.Contains(c, w) {
				s |= a.scope
				break
			}
		}
	}
	for _, w := range strings.FieldsFunc(c, func(r rune) bool { return !(r >= 'a' && r <= 'z' || r == '-' || r >= '0' && r <= '9') }) {
		if p, ok := program(w); ok {
			s |= p.scope
		}
	}
	return s
}

// asciiPaths finds file names between letters of another script, where no
// space parts them.
func asciiPaths(c string) []string {
	var out []string
	for _, w := range strings.FieldsFunc(c, func(r rune) bool { return r > 127 || unicode.IsSpace(r) || strings.ContainsRune("`\"'“”「」", r) }) {
		if isPath(w) {
			out = append(out, w)
		}
	}
	return out
}

func containsAny(s string, subs ...string) bool {
	for _, x := range subs {
		if strings.Contains(s, x) {
			return true
		}
	}
	return false
}

func prefixAny(s string, subs ...string) bool {
	for _, x := range subs {
		if strings.HasPrefix(s, x) {
			return true
		}
	}
	return false
}

func suffixAny(s string, subs ...string) bool {
	for _, x := range subs {
		if strings.HasSuffix(s, x) {
			return true
		}
	}
	return false
}
