#if os(Linux)
import Foundation
import ProgramTestSupport
import Testing

@testable import CausewayTool

/// Ends of `causeway conformance --host chromium`, with a program that takes the place of the browser.
@Suite("The browser of a command that has ended", .timeLimit(.minutes(10))) struct ChromiumEndTests {
  @Test("A timeout while the browser starts ends the browser") func timeout() async throws {
    let browser = try FakeBrowser("")
    let result = try await browser.conformance("--timeout", "1")
    #expect(result.code == 3, "\(result.error)")
    await browser.waitForEnd()
    #expect(try browser.temporaryFiles.isEmpty)
  }

  @Test("A suite that fails ends the browser") func failure() async throws {
    // Nothing listens on this port, so the browser cannot be told to open the page.
    let browser = try FakeBrowser(
      """
      for word in "$@"; do
        case $word in --user-data-dir=*) profile=${word#*=} ;; esac
      done
      mkdir -p "$profile"
      printf '1\\n/devtools' > "$profile/DevToolsActivePort"
      """)
    let result = try await browser.conformance()
    #expect(result.code == 1, "\(result.error)")
    await browser.waitForEnd()
    #expect(try browser.temporaryFiles.isEmpty)
  }

  @Test("A killed command ends the browser") func killed() async throws {
    let browser = try FakeBrowser("kill -9 \"$(cut -d ' ' -f 4 /proc/$PPID/stat)\"")
    let result = try await browser.conformance()
    #expect(result.code == SIGKILL, "\(result.error)")
    await browser.waitForEnd()
  }
}

/// A program named `chromium`, which runs until it is ended.
private final class FakeBrowser: Sendable {
  private let folder: Folder
  private let reading: Int32
  private let ends: AsyncStream<Void>

  /// - Parameter script: the commands of a shell that the program runs first.
  init(_ script: String) throws {
    folder = try Folder()
    for name in ["bin", "tmp"] {
      try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
    }
    // The program holds the pipe open until it ends.
    let pipe = folder.path("pipe")
    guard mkfifo(pipe, 0o600) == 0 else { throw POSIXError(.EIO) }
    let program = try folder.write("bin/chromium", "#!/bin/sh\nexec 9>'\(pipe)'\n\(script)\nexec sleep 600\n")
    chmod(program, 0o755)
    let reading = open(pipe, O_RDONLY | O_NONBLOCK)
    _ = fcntl(reading, F_SETFL, 0)
    self.reading = reading
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    self.ends = ends
    let source = DispatchSource.makeReadSource(fileDescriptor: reading, queue: .global())
    source.setEventHandler {
      var byte: UInt8 = 0
      guard read(reading, &byte, 1) == 0 else { return }
      source.cancel()
      end.finish()
    }
    source.setCancelHandler { close(reading) }
    source.activate()
  }

  /// Runs `causeway conformance` with this browser.
  func conformance(_ options: String...) async throws -> ProgramResult {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return try await causeway(
      ["conformance", "today", "--host", "chromium", "--headless"] + options, temporaryFolder: folder.path("tmp"),
      environment: ["PATH": folder.path("bin") + ":" + path])
  }

  /// Waits until the browser has ended.
  func waitForEnd() async { for await _ in ends {} }

  var temporaryFiles: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path("tmp")) }
  }
}
#endif
