package effect

// powershell reads PowerShell or cmd text.
func (t *cmd) powershell(text string) {
	t.unsure("PowerShell text is not looked into")
}
