import Foundation
import Testing

/// `script/demo`: the pages that it shows are set up, so that nothing which they say is lost.
@Suite("The demo", .timeLimit(.minutes(5))) struct DemoTests {
  private let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
    .standardizedFileURL

  /// A page of the demo, and the options that the script shows it with.
  struct Page: Sendable, CustomStringConvertible {
    let protocolName: String
    let options: [String]

    var description: String { protocolName }
  }

  /// The lines `show PROTOCOL TITLE OPTIONS` of the script.
  private func pages() throws -> [Page] {
    let script = try String(contentsOf: root.appendingPathComponent("script/demo"), encoding: .utf8)
    return script.matches(of: #/(?m)^show (\w+) "[^"]*"(.*)$/#).map { match in
      Page(protocolName: String(match.1), options: match.2.split(separator: " ").map(String.init))
    }
  }

  @Test func theScriptShowsEveryProtocol() throws {
    #expect(try pages().map(\.protocolName) == ["today", "gbg", "link", "onside"])
  }

  @Test(arguments: 0..<4) func nothingThatAPageSaysIsDropped(_ index: Int) async throws {
    let page = try #require(try pages().dropFirst(index).first)
    let folder = try Folder()
    let options = page.options.map { option in
      let path = option.replacing("\"", with: "").replacing("$data", with: folder.root)
      return path.hasPrefix("Examples/") ? root.appendingPathComponent(path).path : path
    }
    let result = try await causeway(
      ["open", root.appendingPathComponent("Examples/\(page)").path] + options + [
        "--headless", "--verbose", "--protocol", page.protocolName, "--run",
        root.appendingPathComponent("script/support/wait-for-demo.js").path,
      ])
    #expect(result.code == 0, "\(result.error)")
    let lines = result.error.split(separator: "\n")
    #expect(lines.contains { $0.contains("page ──▶ app") }, "the page says something: \(result.error)")
    // The lines of the conversation begin with their time. Any other line is a complaint.
    let others = lines.filter { $0.firstMatch(of: #/^ *[\d.]+ ms /#) == nil }
    #expect(others == [])
    if page.protocolName == "onside" {
      #expect(try folder.read("onside/events.jsonl").contains("story_opened"))
    }
  }
}
