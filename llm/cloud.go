package llm

import (
	"context"
	"errors"

	"github.com/anthropics/anthropic-sdk-go/v2/bedrock"
	"github.com/anthropics/anthropic-sdk-go/v2/option"
	"github.com/anthropics/anthropic-sdk-go/v2/vertex"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/config"
	"golang.org/x/oauth2"
	"golang.org/x/oauth2/google"
)

// onBedrock makes requests those of Bedrock, signed with what the SDK of AWS
// finds, or with key as a bearer's token.
func onBedrock(ctx context.Context, region, key string) (option.RequestOption, error) {
	if key != "" {
		return bedrock.WithConfig(aws.Config{Region: region, BearerAuthTokenProvider: bedrock.NewStaticBearerTokenProvider(key)}), nil
	}
	cfg, err := config.LoadDefaultConfig(ctx, config.WithRegion(region), config.WithRetryMaxAttempts(1))
	if err != nil {
		return nil, err
	}
	if cfg.Credentials == nil && cfg.BearerAuthTokenProvider == nil {
		return nil, errors.New("there are none of AWS")
	}
	if cfg.Credentials != nil {
		cfg.Credentials = awsCredentials{cfg.Credentials}
	}
	return bedrock.WithConfig(cfg), nil
}

// awsCredentials tells a credential that cannot be had from a server that cannot.
type awsCredentials struct{ aws.CredentialsProvider }

func (p awsCredentials) Retrieve(ctx context.Context) (aws.Credentials, error) {
	c, err := p.CredentialsProvider.Retrieve(ctx)
	if err != nil {
		return c, credentialError{err}
	}
	return c, nil
}

const googleScope = "https://www.googleapis.com/auth/cloud-platform"

// onVertex makes requests those of Vertex, with what the SDK of Google finds, or
// with key as a bearer's token.
func onVertex(ctx context.Context, region, project, key string) (option.RequestOption, error) {
	found := &google.Credentials{}
	if key != "" {
		found.TokenSource = oauth2.StaticTokenSource(&oauth2.Token{AccessToken: key})
	} else {
		// Tokens are fetched anew long after this.
		var err error
		if found, err = google.FindDefaultCredentials(context.WithoutCancel(ctx), googleScope); err != nil {
			return nil, err
		}
		found.TokenSource = googleTokens{found.TokenSource}
	}
	return vertex.WithCredentials(ctx, region, project, found), nil
}

// googleTokens tells a token that cannot be had from a server that cannot.
type googleTokens struct{ oauth2.TokenSource }

func (s googleTokens) Token() (*oauth2.Token, error) {
	t, err := s.TokenSource.Token()
	if err != nil {
		return nil, credentialError{err}
	}
	return t, nil
}
