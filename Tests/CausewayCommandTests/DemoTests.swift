import ProgramTestSupport
import Foundation
import Testing

@testable import CausewayCommand

/// The example pages with their profiles. With these profiles the simulated app answers every message of the pages.
@Suite("The examples, as script/demo shows them", .timeLimit(.minutes(10))) struct DemoTests {
  private let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
    .standardizedFileURL

  @Test(arguments: BridgeProtocol.published)
  func everyMessageOfAnExamplePageIsAnswered(_ page: BridgeProtocol) async throws {
    let folder = try Folder()
    let example = root.appendingPathComponent("Examples/\(page)")
    let profile = example.appendingPathComponent("profile.json").path
    let options = FileManager.default.fileExists(atPath: profile) ? ["--profile", profile] : []
    let result = try await causeway(
      ["open", example.path] + options + [
        "--state", folder.path("onside"), "--headless", "--verbose", "--protocol", page.rawValue, "--run",
        root.appendingPathComponent("script/support/wait-for-demo.js").path,
      ])
    #expect(result.code == 0, "\(result.error)")
    let lines = result.error.split(separator: "\n")
    #expect(lines.contains { $0.contains("page ──▶ app") }, "the page sent no message: \(result.error)")
    // Lines of the conversation begin with their time. Any other line reports a problem.
    let others = lines.filter { $0.firstMatch(of: #/^ *[\d.]+ ms /#) == nil }
    #expect(others == [])
    if page == .onside {
      #expect(try folder.read("onside/events.jsonl").contains("story_opened"))
    }
  }
}
