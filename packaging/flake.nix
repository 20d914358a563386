{
  description = "Full-screen trading desk for the terminal, with an embedded paper service";
  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";
  outputs = { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ];
      each = make: nixpkgs.lib.genAttrs systems (system: make nixpkgs.legacyPackages.${system});
    in {
      packages = each (pkgs: {
        default = pkgs.buildNpmPackage {
          pname = "swapdeck";
          version = (builtins.fromJSON (builtins.readFile ../package.json)).version;
          src = ../.;
          npmDeps = pkgs.importNpmLock { npmRoot = ../.; };
          npmConfigHook = pkgs.importNpmLock.npmConfigHook;
          # The launcher runs on this Node, since it is new enough.
          nodejs = pkgs.nodejs_latest;
          postInstall = ''
            installManPage docs/swapdeck.1
            for shell in bash zsh fish; do
              $out/bin/swapdeck completion $shell > swapdeck.$shell
            done
            installShellCompletion swapdeck.bash swapdeck.zsh swapdeck.fish
          '';
          nativeBuildInputs = [ pkgs.installShellFiles ];
        };
      });
    };
}
