package effect

// tableCloud: containers, clusters, clouds, infrastructure, databases, queues,
// backups, and the clients of hosted services.
var tableCloud = []Program{}
