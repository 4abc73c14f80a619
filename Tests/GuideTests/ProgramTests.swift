#if os(Linux)
import Foundation
import ProgramTestSupport
import Testing

/// Runs the guides' programs, and compares their output with the guides. `SampleTests` compares their source files.
@Suite("The guides' programs", .serialized, .timeLimit(.minutes(10))) struct ProgramTests {
  private static let display = ProcessInfo.processInfo.environment["DISPLAY"]

  /// Checks that the program prints exactly the text of the guide's first block without a language after the program.
  @Test(
    arguments: [
      ("greeter", "docs/own-bridge.md"), ("news", "docs/today.md"), ("journey", "docs/gbg.md"),
      ("tips", "docs/link.md"), ("kiosk", "docs/onside.md"),
    ]) func printsTheOutputInTheGuide(program: String, guide path: String) async throws
  {
    let blocks = try Guide(path).blocks
    let source = try #require(blocks.lastIndex { $0.language == "swift" && $0.text.contains("@main") })
    let stated = try #require(blocks[source...].first { $0.language.isEmpty }).text
    let folder = try Folder()
    if program == "kiosk" {
      let catalog = try #require(blocks.first { $0.language == "json" && $0.text.contains("coins.100") })
      _ = try folder.write("Shop.storekit", catalog.text)
    }
    let result = try await run(program, [], display: Self.display, in: folder.root)
    #expect(result.output == stated + "\n")
    #expect(result.code == 0, "\(result.error)")
  }

  @Test func pressPrintsAPage() async throws {
    let folder = try Folder()
    let page = try folder.write("page.html", "<h1>Printed</h1>")
    let result = try await run(
      "press", [URL(fileURLWithPath: page).absoluteString, folder.path("page.pdf")], display: Self.display)
    #expect(result.code == 0, "\(result.output)\(result.error)")
    let file = try Data(contentsOf: URL(fileURLWithPath: folder.path("page.pdf")))
    #expect(file.prefix(5) == Data("%PDF-".utf8))
  }

  @Test(arguments: ["viewer", "window"]) func opensAWindow(program: String) async throws {
    let viewer = Process()
    viewer.executableURL = BuiltPrograms.named(program)
    viewer.standardError = FileHandle.nullDevice  // Hide GTK's warnings on a machine without message buses.
    try viewer.run()
    // Use SIGKILL, because the program inherits the signals that this thread blocks, and SIGTERM may be one of them. A
    // viewer that continued to run would hide the end of other programs: it can have inherited the descriptors by which
    // Foundation notices their end. Do not wait here, because another program can hide the viewer's end in the same way.
    defer { kill(viewer.processIdentifier, SIGKILL) }
    // A search can fail because a window of the previous program closes at the same time, so the test searches again.
    let end = ContinuousClock.now + .seconds(120)
    var status: Int32
    repeat {
      status = try await exitCode("xdotool", "search", "--onlyvisible", "--pid", "\(viewer.processIdentifier)")
    } while status != 0 && ContinuousClock.now < end
    #expect(status == 0, "no window appeared within two minutes")
  }

  /// Runs a program of the system and returns its exit code.
  private func exitCode(_ words: String...) async throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    return try await process.runToEnd()
  }
}
#endif
