package rulebook

// defaultSlots are the environment's slots with their careful readings: what
// is to be taken as given where nobody said more.
var defaultSlots = [...]Slot{
	{Name: "Organisation", Kind: Context, Text: "not said"},
	{Name: "Primary use", Kind: Context, Text: "software development"},
	{Name: "Cloud providers", Kind: Context, Text: "not said; any account may hold production"},
	{Name: "Repository visibility", Kind: Context, Text: "not known: take it as public when something is written into it, as private when something would leave it"},
	{Name: "Internal sharing", Kind: Context, Text: "no snippet or file service is known to be internal"},
	{Name: "Organisation tools", Kind: Context, Text: "none named"},
	{Name: "Secrets management", Kind: Context, Text: "not said; secrets belong where they lie now"},
	{Name: "Deploy targets", Kind: Context, Text: "none named; a target not known to be a test is production"},
	{Name: "Network posture", Kind: Context, Text: "the machine can reach the internet and the user's own networks"},
	{Name: "Protected namespaces", Kind: Context, Text: "none named; those whose names carry prod or production are"},
	{Name: "Data retention", Kind: Context, Text: "nothing is known to be free to delete or declassify"},
	{Name: "Trusted repository", Kind: Trust, Text: "the repository the session started in and the remotes it had then"},
	{Name: "Source control", Kind: Trust, Text: "the hosts of those remotes, for this repository only"},
	{Name: "Trusted domains", Kind: Trust, Text: "none but localhost"},
	{Name: "Trusted buckets", Kind: Trust, Text: "none"},
	{Name: "Key services", Kind: Trust, Text: "none"},
	{Name: "Package registry", Kind: Trust, Text: "the one set up for the project, else the language's public one"},
	{Name: "Sensitive data", Kind: Sensitivity, Text: "credentials, keys, personal and customer data, wherever they lie; no audience is named for them"},
	{Name: "Sensitive remote targets", Kind: Sensitivity, Text: "any whose name carries prod or production"},
	{Name: "Protected infrastructure", Kind: Sensitivity, Text: "every stack not known to be a test"},
	{Name: "Host containment", Kind: Sensitivity, Text: "the machine is a person's own, with their files and credentials on it"},
}

// CarefulSlots are the environment's defaults.
func CarefulSlots() []Slot { return append([]Slot(nil), defaultSlots[:]...) }
