package llm

import (
	"crypto/x509"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"golang.org/x/net/http/httpproxy"
)

// environ is an environment that counts, "NAME=value" each; the last one of a
// name holds.
type environ []string

func (e environ) get(names ...string) string {
	for _, name := range names {
		for _, entry := range slices.Backward(e) {
			if n, v, ok := strings.Cut(entry, "="); ok && same(n, name) {
				if v != "" {
					return v
				}
				break
			}
		}
	}
	return ""
}

func same(a, b string) bool {
	return a == b || runtime.GOOS == "windows" && strings.EqualFold(a, b)
}

// What the SDKs of Bedrock and Vertex, and what those start, read of the
// process's environment: names, and beginnings of names that end in "_".
var (
	cloudNames   = []string{"HOME", "USERPROFILE", "APPDATA", "PATH", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR"}
	bedrockNames = append([]string{"AWS_"}, cloudNames...)
	vertexNames  = append([]string{"GOOGLE_", "GCE_", "CLOUDSDK_", "AWS_", "NO_GCE_CHECK"}, cloudNames...)
	// With a credential of the configuration's own far less is read.
	bedrockKeyed = []string{"AWS_BEARER_TOKEN_BEDROCK"}
	vertexKeyed  = []string{"GOOGLE_API_", "GOOGLE_CLOUD_UNIVERSE_DOMAIN"}
)

// strays gives the names of variables that the provider's SDK would read and
// that are not in the process's environment as in e, in order.
func (e environ) strays(provider string, keyed bool) []string {
	names := bedrockNames
	switch {
	case provider == Bedrock && keyed:
		names = bedrockKeyed
	case provider == Vertex && keyed:
		names = vertexKeyed
	case provider == Vertex:
		names = vertexNames
	}
	process := environ(os.Environ())
	var out []string
	for _, list := range []environ{e, process} {
		for _, entry := range list {
			name, _, _ := strings.Cut(entry, "=")
			if read(names, name) && e.get(name) != process.get(name) && !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	slices.Sort(out)
	return out
}

func read(names []string, name string) bool {
	name = strings.ToUpper(name)
	return slices.ContainsFunc(names, func(n string) bool {
		return n == name || strings.HasSuffix(n, "_") && strings.HasPrefix(name, n)
	})
}

// network is a transport that takes proxies and certificates from e alone.
func network(e environ) (http.RoundTripper, error) {
	pool, err := roots(e)
	if err != nil {
		return nil, err
	}
	proxy := (&httpproxy.Config{HTTPProxy: e.get("HTTP_PROXY", "http_proxy"), HTTPSProxy: e.get("HTTPS_PROXY", "https_proxy"), NoProxy: e.get("NO_PROXY", "no_proxy")}).ProxyFunc()
	t := &http.Transport{
		Proxy:                  func(r *http.Request) (*url.URL, error) { return proxy(r.URL) },
		DialContext:            (&net.Dialer{Timeout: 10 * time.Second, KeepAlive: 15 * time.Second}).DialContext,
		TLSClientConfig:        trusting(pool),
		TLSHandshakeTimeout:    10 * time.Second,
		ForceAttemptHTTP2:      true,
		MaxIdleConns:           64,
		MaxIdleConnsPerHost:    16,
		IdleConnTimeout:        90 * time.Second,
		ExpectContinueTimeout:  time.Second,
		MaxResponseHeaderBytes: 1 << 18,
		// A connection that died while the machine slept is found out before it
		// costs a question its deadline.
		HTTP2: &http.HTTP2Config{SendPingTimeout: 5 * time.Second, PingTimeout: 3 * time.Second},
	}
	return t, nil
}

// Where systems keep the certificates that they trust, for those on which Go
// would let SSL_CERT_FILE and SSL_CERT_DIR of the process say otherwise.
var (
	certFiles = []string{"/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem", "/etc/pki/tls/cacert.pem",
		"/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem", "/etc/ssl/cert.pem", "/usr/local/etc/ssl/cert.pem", "/usr/local/share/certs/ca-root-nss.crt"}
	certDirs = []string{"/etc/ssl/certs", "/etc/pki/tls/certs", "/system/etc/security/cacerts"}
)

// roots are the certificates that e says to trust; nil: the system's, as Go
// finds them.
func roots(e environ) (*x509.CertPool, error) {
	process := environ(os.Environ())
	file, dir := e.get("SSL_CERT_FILE"), e.get("SSL_CERT_DIR")
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" || file == process.get("SSL_CERT_FILE") && dir == process.get("SSL_CERT_DIR") {
		return nil, nil
	}
	pool, found := x509.NewCertPool(), false
	add := func(path string) bool {
		b, err := os.ReadFile(path)
		ok := err == nil && pool.AppendCertsFromPEM(b)
		found = found || ok
		return ok
	}
	files, dirs := certFiles, certDirs
	if file != "" {
		files = []string{file}
	}
	if dir != "" {
		dirs = filepath.SplitList(dir)
	}
	for _, f := range files {
		if add(f) {
			break
		}
	}
	if !found || dir != "" {
		for _, d := range dirs {
			entries, _ := os.ReadDir(d)
			for _, x := range entries {
				add(filepath.Join(d, x.Name()))
			}
		}
	}
	if !found {
		return nil, fmt.Errorf("no certificates are found to trust; SSL_CERT_FILE of the configuration's environment may name a file")
	}
	return pool, nil
}
