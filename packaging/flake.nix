# Nix flake of a release: the package as npm has it, on the Node of nixpkgs. tools/packaging.js fills in what is between @. It is
# not built from the sources: the lock names no addresses, which Nix would need.
{
  description = "A full-screen terminal trading desk with an embedded paper service";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs = { self, nixpkgs }:
    let
      keyrings = {
        x86_64-linux = { name = "linux-x64-gnu"; hash = "@integrity linux-x64-gnu@"; };
        aarch64-linux = { name = "linux-arm64-gnu"; hash = "@integrity linux-arm64-gnu@"; };
        x86_64-darwin = { name = "darwin-x64"; hash = "@integrity darwin-x64@"; };
        aarch64-darwin = { name = "darwin-arm64"; hash = "@integrity darwin-arm64@"; };
      };
    in
    {
      packages = nixpkgs.lib.mapAttrs
        (system: native:
          let
            pkgs = nixpkgs.legacyPackages.${system};
            fromNpm = name: file: hash: pkgs.fetchurl {
              url = "https://registry.npmjs.org/${name}/-/${file}.tgz";
              inherit hash;
            };
            keyring = fromNpm "@napi-rs/keyring" "keyring-@keyring@" "@integrity keyring@";
            nativeKeyring = fromNpm "@napi-rs/keyring-${native.name}" "keyring-${native.name}-@keyring@" native.hash;
          in
          {
            default = pkgs.stdenv.mkDerivation {
              pname = "swapdeck";
              version = "@version@";
              src = fromNpm "swapdeck" "swapdeck-@version@" "@integrity swapdeck@";
              nativeBuildInputs = [ pkgs.makeWrapper pkgs.installShellFiles ];
              dontBuild = true;
              installPhase = ''
                runHook preInstall
                lib=$out/lib/swapdeck
                mkdir -p $lib/node_modules/@napi-rs/keyring $lib/node_modules/@napi-rs/keyring-${native.name}
                cp -r . $lib
                tar -xzf ${keyring} --strip-components=1 -C $lib/node_modules/@napi-rs/keyring
                tar -xzf ${nativeKeyring} --strip-components=1 -C $lib/node_modules/@napi-rs/keyring-${native.name}
                makeWrapper ${pkgs.nodejs_24}/bin/node $out/bin/swapdeck --add-flags $lib/tools/bin/swapdeck.js
                installManPage docs/swapdeck.1
                for shell in bash zsh fish; do
                  SWAPDECK_HOME=$TMPDIR $out/bin/swapdeck completion $shell > swapdeck.$shell
                done
                installShellCompletion swapdeck.bash swapdeck.zsh swapdeck.fish
                runHook postInstall
              '';
              doInstallCheck = true;
              installCheckPhase = "SWAPDECK_HOME=$TMPDIR $out/bin/swapdeck --version";
              meta = {
                homepage = "https://www.npmjs.com/package/swapdeck";
                license = pkgs.lib.licenses.mit;
                mainProgram = "swapdeck";
              };
            };
          })
        keyrings;
    };
}
