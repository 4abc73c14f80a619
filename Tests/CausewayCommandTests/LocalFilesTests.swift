import Foundation
import ProgramTestSupport
import Testing

/// The files that `causeway open` serves to a page. Its answers are those of `causeway serve`, which
/// `CausewayHTTPTests` tests.
@Suite("The files of a local page", .serialized, .timeLimit(.minutes(10))) struct LocalFilesTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.write("index.html", "<!doctype html><p>index")
    try folder.write("50%.txt", "percent")
    try folder.write("a.js", "0123456789")
    try folder.write("cyrillic.html", "<!doctype html><meta charset=windows-1251><p>")
  }

  /// Returns the value of a script in the page, as JSON.
  private func value(_ script: String, _ options: String...) async throws -> String {
    let file = try folder.write("script.js", script)
    let result = try await causeway(["open", folder.root, "--headless", "--run", file] + options)
    #expect(result.code == 0, "\(result.error)")
    return result.output.trimmingCharacters(in: .newlines)
  }

  @Test("A part of a file is answered with its range") func ranges() async throws {
    let script = """
      const answer = await fetch("a.js", { headers: { Range: "bytes=2-4" } });
      return [answer.status, answer.headers.get("Content-Range"), await answer.text()];
      """
    #expect(try await value(script) == #"[206,"bytes 2-4/10","234"]"#)
  }

  @Test("Only GET and HEAD are answered with a file") func methods() async throws {
    let script = """
      location.href = "/cart/1";
      // causeway: next page
      return [location.pathname, document.body.innerText];
      """
    #expect(try await value(script, "--spa") == #"["/cart/1","index"]"#)
    #expect(try await value("return (await fetch('missing.png')).status", "--spa") == "404")
  }
}
