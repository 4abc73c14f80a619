#if os(Linux)
import ProgramTestSupport
import Foundation
import Testing

/// The program `Examples/browser`, which runs as users run it.
@Suite("The example browser") struct ExampleTests {
  @Test func theStartPageCausesEveryEventThatTheAppPrints() async throws {
    let display = try #require(ProcessInfo.processInfo.environment["DISPLAY"], "Tests need a display")
    let folder = try Folder()
    let result = try await run("browser-example", ["--snapshot", folder.path("start.png")], display: display)
    #expect(result.code == 0, "\(result.error)")
    let heard = result.output.split(separator: "\n").map { $0.prefix { $0 != ":" } }
    let steps: Set<Substring> = ["allow", "start", "commit", "finish"]
    #expect(heard.filter(steps.contains) == ["allow", "start", "commit", "finish"])
    #expect(Set(heard) == steps.union(["title", "message", "cookies"]))
    let picture = try Data(contentsOf: URL(fileURLWithPath: folder.path("start.png")))
    #expect(picture.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    #expect(picture.count > 50_000, "The picture is blank")
  }
}
#endif
