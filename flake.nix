# The command for Nix: `nix run . -- 8`, `nix build`.
{
  description = "Solve, count, list and explain the N-queens problem and its relatives";
  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";
  outputs = { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ];
      workspace = (builtins.fromTOML (builtins.readFile ./Cargo.toml)).workspace.package;
      package = pkgs: pkgs.rustPlatform.buildRustPackage {
        pname = "queens";
        inherit (workspace) version;
        src = self;
        cargoLock.lockFile = ./Cargo.lock;
        cargoBuildFlags = [ "--package" "queens-cli" ];
        # The tests of the workspace need more than the command does.
        doCheck = false;
        nativeBuildInputs = [ pkgs.installShellFiles ];
        postInstall = ''
          $out/bin/queens man --output man
          installManPage man/*.1
          for shell in bash fish zsh; do
            $out/bin/queens completions $shell > queens.$shell
            installShellCompletion --cmd queens --$shell queens.$shell
          done
        '';
        meta = {
          description = "Solve, count, list and explain the N-queens problem and its relatives";
          license = with pkgs.lib.licenses; [ mit asl20 ];
          mainProgram = "queens";
        };
      };
    in {
      packages = nixpkgs.lib.genAttrs systems (system: {
        default = package nixpkgs.legacyPackages.${system};
      });
    };
}
