# Homebrew formula of a release: tools/packaging.js fills in what is between @.
class Swapdeck < Formula
  desc "Full-screen trading desk for the terminal, with an embedded paper service"
  homepage "https://www.npmjs.com/package/swapdeck"
  url "https://registry.npmjs.org/swapdeck/-/swapdeck-@version@.tgz"
  sha256 "@sha256@"
  license "MIT"

  depends_on "node"

  def install
    system "npm", "install", *std_npm_args
    bin.install_symlink libexec.glob("bin/*")
    man1.install_symlink libexec/"lib/node_modules/swapdeck/docs/swapdeck.1"
    generate_completions_from_executable(bin/"swapdeck", "completion")
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/swapdeck --version")
  end
end
