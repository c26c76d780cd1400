# The command for Homebrew, from the archives of a release. `.ci/release formula` fills in what stands between two @.
class Queens < Formula
  desc "Solve, count, list and explain the N-queens problem and its relatives"
  homepage "@REPOSITORY@"
  version "@VERSION@"
  license any_of: ["MIT", "Apache-2.0"]

  on_linux do
    on_intel do
      url "@REPOSITORY@/releases/download/v@VERSION@/queens-@VERSION@-x86_64-unknown-linux-musl.tar.gz"
      sha256 "@x86_64-unknown-linux-musl@"
    end
    on_arm do
      url "@REPOSITORY@/releases/download/v@VERSION@/queens-@VERSION@-aarch64-unknown-linux-musl.tar.gz"
      sha256 "@aarch64-unknown-linux-musl@"
    end
  end
  on_macos do
    on_intel do
      url "@REPOSITORY@/releases/download/v@VERSION@/queens-@VERSION@-x86_64-apple-darwin.tar.gz"
      sha256 "@x86_64-apple-darwin@"
    end
    on_arm do
      url "@REPOSITORY@/releases/download/v@VERSION@/queens-@VERSION@-aarch64-apple-darwin.tar.gz"
      sha256 "@aarch64-apple-darwin@"
    end
  end

  def install
    bin.install "queens"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/queens.bash" => "queens"
    zsh_completion.install "completions/_queens"
    fish_completion.install "completions/queens.fish"
  end

  test do
    assert_equal "14772512", shell_output("#{bin}/queens count 16 --quiet").strip
  end
end
