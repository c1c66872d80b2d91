package effect

import (
	"strings"

	"automode/shell"
)

// ffmpeg reads ffmpeg: options for the file that follows, -i in front of what
// is read, a plain word for what is written.
func (c *cmd) ffmpeg() {
	c.does(Print, "")
	var outs []shell.Word
	for i := 0; i < len(c.pos); i++ {
		w := c.pos[i]
		t := w.Text
		if !w.Known {
			t = w.Prefix
		}
		if len(t) < 2 || t[0] != '-' {
			outs = append(outs, w)
			continue
		}
		name, _, _ := strings.Cut(t[1:], ":")
		arity, kind := ffmpegOption(name)
		var v shell.Word
		if arity > 0 {
			if i+1 >= len(c.pos) {
				break
			}
			i++
			v = c.pos[i]
		}
		switch kind {
		case 'i':
			c.mediaSource(v)
		case 'r':
			c.read(v)
		case 'w':
			c.write(v, true)
		case 't':
			c.flowWord(v)
			if s := v.Text + v.Prefix; strings.Contains(s, "movie=") || strings.Contains(s, "zmq") || strings.Contains(s, "sendcmd") {
				c.unsure("the filter reads or listens elsewhere", v)
			}
		case '?':
			c.unsure("option "+clip(t)+" of ffmpeg is not known", w)
		}
	}
	for _, w := range outs {
		switch t := w.Text + w.Prefix; {
		case t == "-" || strings.HasPrefix(t, "pipe:"):
		case strings.Contains(t, "://") && !strings.HasPrefix(t, "file:"):
			f := c.r.out[c.idx]
			f.files = true
			c.send(t, f, w)
		default:
			c.write(w, true)
		}
	}
}

// mediaSource reads what an input names: a file, a URL, a device.
func (c *cmd) mediaSource(v shell.Word) {
	t := v.Text + v.Prefix
	switch {
	case t == "-" || strings.HasPrefix(t, "pipe:"), strings.HasPrefix(t, "color=") || strings.HasPrefix(t, "testsrc") || strings.HasPrefix(t, "anullsrc") || strings.HasPrefix(t, "sine="):
	case strings.HasPrefix(t, "concat:"):
		for f := range strings.SplitSeq(strings.TrimPrefix(t, "concat:"), "|") {
			c.read(cut(v, f))
		}
	case strings.Contains(t, "://"):
		c.fetch(v)
	case strings.HasPrefix(t, "/dev/"), strings.HasPrefix(t, ":"), strings.HasPrefix(t, "default"):
		c.find(Read, "physical-or-device", t, "records from a device", v)
	default:
		c.read(v)
	}
}

// ffmpegOption tells how many words an option takes and what they are: i input,
// r read, w write, t text, ? not known.
func ffmpegOption(name string) (int, byte) {
	switch name {
	case "i":
		return 1, 'i'
	case "y", "n", "an", "vn", "sn", "dn", "hide_banner", "nostdin", "stats", "nostats", "re", "shortest", "copyts", "start_at_zero", "accurate_seek", "noaccurate_seek", "autorotate", "noautorotate",
		"benchmark", "ignore_unknown", "stdin", "hwaccels", "codecs", "encoders", "decoders", "formats", "filters", "protocols", "pix_fmts", "devices", "muxers", "demuxers", "bsfs", "layouts", "sample_fmts", "colors", "version", "buildconf", "L", "h", "help", "psnr", "dts_delta_threshold_off":
		return 0, 't'
	case "f", "c", "codec", "vcodec", "acodec", "scodec", "b", "ab", "vb", "r", "s", "ss", "sseof", "t", "to", "fs", "map", "map_metadata", "map_chapters", "metadata", "disposition", "filter", "vf", "af", "filter_complex", "lavfi",
		"preset", "tune", "profile", "level", "crf", "qp", "q", "qscale", "aq", "vframes", "frames", "aframes", "g", "bf", "pix_fmt", "aspect", "ac", "ar", "vol", "channel_layout", "sample_fmt", "threads", "loglevel", "v", "movflags", "maxrate", "minrate", "bufsize",
		"framerate", "loop", "stream_loop", "itsoffset", "itsscale", "timestamp", "vsync", "fps_mode", "async", "safe", "start_number", "segment_time", "segment_format", "hls_time", "hls_list_size", "hls_playlist_type", "hls_flags", "flags", "fflags", "avoid_negative_ts",
		"id3v2_version", "write_id3v1", "compression_level", "lossless", "row-mt", "cpu-used", "deadline", "x264-params", "x264opts", "x265-params", "tag", "bsf", "hwaccel", "hwaccel_device", "hwaccel_output_format", "probesize", "analyzeduration", "max_muxing_queue_size", "err_detect", "strict", "timecode", "reset_timestamps", "segment_times", "pattern_type", "video_size", "sws_flags", "colorspace", "color_primaries", "color_trc", "color_range", "rc", "cq", "keyint_min", "sc_threshold", "refs", "coder", "me_method", "subq", "trellis", "application", "vbr", "frame_duration", "user_agent", "headers", "rtsp_transport", "thread_queue_size", "copytb", "muxdelay", "muxpreload", "stats_period", "update", "ignore_chapters", "max_delay", "brand", "frame_size", "bitexact_flags", "vtag", "atag":
		return 1, 't'
	case "attach", "filter_script", "filter_complex_script", "pre", "vpre", "apre", "force_key_frames":
		return 1, 'r'
	case "passlogfile", "vstats_file", "sdp_file", "dump_attachment", "hls_segment_filename", "segment_list":
		return 1, 'w'
	case "pass", "vol_adj":
		return 1, 't'
	}
	return 0, '?'
}

// magick reads ImageMagick: images, operations on them, and the image that is
// written last. Which words are values of options does not matter: reading
// them changes nothing.
func (c *cmd) magick() {
	c.does(Print, "")
	var names []shell.Word
	for i, w := range c.pos {
		t := w.Text
		if !w.Known {
			t = w.Prefix
		}
		if !c.imageWord(w, t) {
			return
		}
		if len(t) > 1 && (t[0] == '-' || t[0] == '+') {
			continue
		}
		if i == 0 && (t == "identify" || t == "mogrify" || t == "convert" || t == "compare" || t == "composite" || t == "montage") {
			if t == "identify" {
				c.images(c.pos[1:])
				return
			}
			if t == "mogrify" {
				c.pos = c.pos[1:]
				c.mogrify()
				return
			}
			continue
		}
		names = append(names, w)
	}
	if len(names) == 0 {
		return
	}
	last := len(names) - 1
	for _, w := range names[:last] {
		c.imageRead(w)
	}
	if last == 0 && len(c.pos) < 3 {
		c.imageRead(names[0]) // -version, -list x
		return
	}
	w := names[last]
	if _, file, ok := strings.Cut(w.Text, ":"); ok && w.Known && !strings.Contains(w.Text, "/") {
		if file == "" || file == "-" {
			return // info:, png:-
		}
		w.Text = file
	}
	if w.Known && strings.Contains(w.Text, "%") {
		w.Text, w.Glob = w.Text[:strings.IndexByte(w.Text, '%')]+"*", true
	}
	c.write(w, true)
}

// imageWord looks for what makes ImageMagick do more than images.
func (c *cmd) imageWord(w shell.Word, t string) bool {
	low := strings.ToLower(t)
	switch {
	case low == "-write" || low == "+write" || low == "-process" || low == "-script" || low == "-debug-script":
		c.unsure("what "+t+" makes it do is not looked into", w)
	case strings.HasPrefix(t, "|"), strings.HasPrefix(low, "msl:"), strings.HasPrefix(low, "ephemeral:"), strings.HasPrefix(low, "mvg:"), strings.HasPrefix(low, "x:"), strings.HasPrefix(low, "show:"), strings.HasPrefix(low, "win:"):
		c.find(Run, "dynamic-code", "", "makes it run a command or a script", w)
	case strings.HasPrefix(t, "@") && len(t) > 1:
		c.read(cut(w, t[1:]))
		return true
	default:
		return true
	}
	return false
}

// imageRead reads an image, from wherever it is.
func (c *cmd) imageRead(w shell.Word) {
	t := w.Text + w.Prefix
	if strings.Contains(t, "://") {
		c.fetch(w)
		return
	}
	if kind, file, ok := strings.Cut(t, ":"); ok && !strings.Contains(kind, "/") {
		switch strings.ToLower(kind) {
		case "text", "label", "caption", "pango":
			if strings.HasPrefix(file, "@") {
				file = file[1:]
			} else if kind != "text" {
				return
			}
		case "xc", "canvas", "gradient", "radial-gradient", "plasma", "pattern", "null", "fractal", "tile", "hald", "rose", "logo", "wizard", "granite":
			return
		}
		w = cut(w, file)
	}
	if i := strings.IndexByte(w.Text, '['); i > 0 && !w.Glob { // a frame or a part of it
		w.Text = w.Text[:i]
	}
	c.read(w)
}

func (c *cmd) images(words []shell.Word) {
	c.does(Print, "")
	for _, w := range words {
		t := w.Text + w.Prefix
		if !c.imageWord(w, t) {
			return
		}
		if len(t) > 1 && t[0] == '-' {
			continue
		}
		c.imageRead(w)
	}
}

// identify shows what images are.
func (c *cmd) identify() { c.images(c.pos) }

// mogrify changes images in place.
func (c *cmd) mogrify() {
	c.does(Print, "")
	below := false
	for i := 0; i < len(c.pos); i++ {
		w := c.pos[i]
		t := w.Text + w.Prefix
		if !c.imageWord(w, t) {
			return
		}
		if t == "-path" && i+1 < len(c.pos) {
			i++
			c.writeBelow(c.pos[i])
			below = true
			continue
		}
		if len(t) > 1 && (t[0] == '-' || t[0] == '+') || strings.Trim(t, "0123456789x%+><!^@.,") == "" {
			continue
		}
		c.imageRead(w)
		if !below {
			c.write(w, false)
		}
	}
}

// exiftool shows what files say of themselves, or changes it.
func (c *cmd) exiftool() {
	c.does(Print, "")
	changes := false
	var files []shell.Word
	for i := 0; i < len(c.pos); i++ {
		w := c.pos[i]
		t := w.Text + w.Prefix
		switch {
		case len(t) < 2 || t[0] != '-':
			files = append(files, w)
		case strings.HasPrefix(t, "-if"), t == "-config", t == "-@", t == "-execute", t == "-stay_open", strings.HasPrefix(t, "-userParam"), strings.HasPrefix(t, "-p") && len(t) == 2, strings.HasPrefix(t, "-w") && len(t) <= 3, t == "-o", t == "-textOut", strings.HasPrefix(t, "-W"), t == "-tagOut":
			c.unsure("what "+clip(t)+" makes it run or write is not looked into", w)
			return
		case strings.Contains(t, "=") || strings.Contains(t, "<") || strings.HasPrefix(t, "-overwrite_original") || strings.HasPrefix(t, "-delete_original") || strings.HasPrefix(t, "-restore_original") || strings.HasPrefix(t, "-tagsFromFile") || strings.HasPrefix(t, "-TagsFromFile"):
			changes = true
		case t == "-ext" || t == "-x" || t == "-c" || t == "-d" || t == "-charset" || t == "-lang" || t == "-api" || t == "-i" || t == "-sep":
			i++
		}
	}
	for _, w := range files {
		c.readTree(w)
		if changes {
			c.write(w, false)
		}
	}
}

// sox reads SoX: inputs, one output, effects.
func (c *cmd) sox() {
	c.does(Print, "")
	var names []shell.Word
	for i := 0; i < len(c.pos); i++ {
		w := c.pos[i]
		t := w.Text + w.Prefix
		switch {
		case strings.HasPrefix(t, "|"):
			c.unsure("what it runs for its input is not looked into", w)
			return
		case t == "-n" || t == "-":
			names = append(names, shell.Word{})
		case len(t) > 1 && t[0] == '-':
			switch t {
			case "-r", "-b", "-c", "-e", "-t", "-C", "-v", "--bits", "--rate", "--channels", "--encoding", "--type", "--buffer", "--effects-file":
				i++
			}
		case len(names) >= 2 && !strings.Contains(t, "."):
			i = len(c.pos) // an effect begins
		default:
			names = append(names, w)
		}
	}
	for i, w := range names {
		switch {
		case w.Raw == "":
		case i == len(names)-1 && len(names) > 1:
			c.write(w, true)
		default:
			c.read(w)
		}
	}
}

// tesseract writes text beside what it is told, with an ending of its own.
func (c *cmd) tesseract() {
	c.does(Print, "")
	for i, w := range c.pos {
		switch {
		case i == 1 && w.Text != "stdout" && w.Text != "-":
			c.writeFamily(w)
		case i == 0:
			c.read(w)
		}
	}
}

// besides reads programs that write next to what they read when no second name
// is given.
func (c *cmd) besides() {
	c.does(Print, "")
	if len(c.pos) == 0 {
		return
	}
	c.read(c.pos[0])
	switch {
	case c.has("-stdout"):
	case len(c.pos) > 1:
		c.write(c.pos[1], true)
	case c.pos[0].Lit() && strings.HasSuffix(c.pos[0].Text, ".pdf"):
		w := c.pos[0]
		w.Text = strings.TrimSuffix(w.Text, ".pdf") + ".txt"
		c.write(w, true)
	default:
		c.writeBelow(word("."))
	}
}

// pandoc accepts the engines that make PDF.
func (c *cmd) pandoc() {
	c.does(Print, "")
	if v, ok := c.value("--pdf-engine"); ok {
		switch v.Text {
		case "pdflatex", "xelatex", "lualatex", "tectonic", "wkhtmltopdf", "weasyprint", "prince", "context", "pdfroff", "typst", "latexmk", "groff":
		default:
			c.unsure("which program makes the PDF is not known", v)
		}
	}
	for _, o := range c.opts {
		if o.spec != nil && o.spec.names[0] == "-t" && strings.HasSuffix(o.value.Text, ".lua") || o.spec != nil && o.spec.names[0] == "-f" && strings.HasSuffix(o.value.Text, ".lua") {
			c.unsure("it runs a script as a format", o.value)
		}
	}
	for _, w := range c.pos {
		c.role("source", w)
	}
}

// qpdf rewrites a PDF under a new name.
func (c *cmd) qpdf() {
	c.does(Print, "")
	var names []shell.Word
	look, place, pages := false, false, false
	for i := 0; i < len(c.pos); i++ {
		w := c.pos[i]
		t := w.Text + w.Prefix
		switch {
		case t == "--pages" || t == "--overlay" || t == "--underlay":
			pages = true
		case t == "--":
			pages = false
		case t == "--encrypt":
			for i+1 < len(c.pos) && c.pos[i].Text != "--" {
				i++
			}
		case strings.HasPrefix(t, "--check"), strings.HasPrefix(t, "--show-"), strings.HasPrefix(t, "--list-"), strings.HasPrefix(t, "--json"), t == "--is-encrypted", t == "--requires-password":
			look = true
		case t == "--replace-input":
			place = true
		case strings.HasPrefix(t, "@"), strings.HasPrefix(t, "--job-json-file"):
			c.unsure("what the file tells qpdf to do is not looked into", w)
		case len(t) > 1 && t[0] == '-':
		case pages:
			if strings.Contains(t, ".") {
				c.read(w)
			}
		default:
			names = append(names, w)
		}
	}
	for i, w := range names {
		if i > 0 && i == len(names)-1 && !look && !place {
			c.write(w, true)
			continue
		}
		c.read(w)
		if place {
			c.write(w, false)
		}
	}
	if len(names) == 1 && !look && !place && len(c.pos) > 2 { // --empty --pages ... -- out.pdf
		c.write(names[0], true)
	}
}

// pdftk reads files, and writes after the word output.
func (c *cmd) pdftk() {
	c.does(Print, "")
	for i := 0; i < len(c.pos); i++ {
		w := c.pos[i]
		if w.Text == "output" && i+1 < len(c.pos) {
			i++
			if c.pos[i].Text != "-" {
				c.writeNumbered(c.pos[i])
			}
			continue
		}
		if w.Text == "burst" {
			c.writeBelow(word("."))
		}
		if strings.Contains(w.Text, ".") {
			name := w
			if k, v, ok := strings.Cut(w.Text, "="); ok && len(k) < 3 {
				name.Text = v
			}
			c.read(name)
		}
	}
}

// writeNumbered writes a file, or several whose names hold a number.
func (c *cmd) writeNumbered(w shell.Word) {
	if i := strings.IndexByte(w.Text, '%'); w.Known && i >= 0 {
		w.Text, w.Glob = w.Text[:i]+"*", true
	}
	c.write(w, true)
}

// ghostscript reads PostScript and PDF, which are programs.
func (c *cmd) ghostscript() {
	c.does(Print, "")
	for i := 0; i < len(c.pos); i++ {
		w := c.pos[i]
		t := w.Text + w.Prefix
		switch {
		case t == "-c" || t == "-dNOSAFER" || strings.HasPrefix(t, "-dDELAYSAFER") || strings.HasPrefix(t, "-I") || strings.HasPrefix(t, "--permit"):
			c.unsure("what "+clip(t)+" lets it run is not looked into", w)
		case strings.HasPrefix(t, "-sOutputFile="):
			out := cut(w, t[len("-sOutputFile="):])
			if strings.HasPrefix(out.Text, "%pipe%") || strings.HasPrefix(out.Text, "|") {
				c.unsure("it hands its output to a command", w)
				continue
			}
			if out.Text != "-" && out.Text != "%stdout" {
				c.writeNumbered(out)
			}
		case t == "-o" && i+1 < len(c.pos):
			i++
			c.writeNumbered(c.pos[i])
		case strings.HasPrefix(t, "-o") && len(t) > 2:
			c.writeNumbered(cut(w, t[2:]))
		case len(t) > 1 && t[0] == '-':
		default:
			c.read(w)
		}
	}
}
