#if os(Linux)
import Foundation
import ProgramTestSupport

@testable import CausewayCommand
@testable import CausewayTool

/// A run of `causeway open` that hangs: its main thread writes into a full pipe that no process reads.
final class StuckCommand: Sendable {
  private let folder: Folder
  private let process: pid_t
  private let reader: Int32
  private let ends: AsyncStream<(reason: Process.TerminationReason, status: Int32)>

  /// Starts the command, and returns when the command is stuck.
  init() async throws {
    folder = try Folder()
    for name in ["page", "tmp"] {
      try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
    }
    _ = try folder.write(
      "page/index.html",
      """
      <script>
      const line = "x".repeat(900);
      const flood = () => { for (let count = 0; count < 50; count += 1) console.log(line); setTimeout(flood, 0); };
      flood();
      </script>
      """)
    let script = try folder.write("wait.js", "await new Promise(() => { window.never = setInterval(() => {}, 1000) })")
    let process = Process()
    process.executableURL = BuiltPrograms.named("causeway")
    process.arguments = [
      "open", folder.path("page"), "--headless", "--verbose", "--run", script, "--timeout", "60",
    ]
    var environment = ProcessInfo.processInfo.environment
    environment["DISPLAY"] = nil
    environment["WAYLAND_DISPLAY"] = nil
    environment["TMPDIR"] = folder.path("tmp")
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    let (reader, writer) = try ChildProgram.pipe()
    self.reader = reader
    let standardError = FileHandle(fileDescriptor: writer, closeOnDealloc: true)
    process.standardError = standardError
    let (ends, end) = AsyncStream.makeStream(of: (reason: Process.TerminationReason, status: Int32).self)
    self.ends = ends
    process.terminationHandler = { process in
      end.yield((process.terminationReason, process.terminationStatus))
      end.finish()
    }
    try process.run()
    self.process = process.processIdentifier
    try standardError.close()
    let deadline = ContinuousClock.now + .seconds(120)
    while !isStuck {
      guard .now < deadline else { throw ServerFailure(description: "the command did not fill its pipe") }
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  /// Whether the main thread waits for space in the pipe.
  private var isStuck: Bool {
    let place = try? String(contentsOfFile: "/proc/\(process)/wchan", encoding: .utf8)
    return place?.contains("pipe_write") == true
  }

  /// The command's files in the folder for temporary files.
  var temporaryFiles: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path("tmp")) }
  }

  func send(_ signal: Int32) { kill(process, signal) }

  /// Waits for the end of the command, and reads the state from `/proc`. `Process` would report the end only after the
  /// engine's processes have ended too, which takes seconds if a page does not release its process.
  ///
  /// - Returns: the signal that ended the command; nil if the command ended otherwise, or not in time.
  func end() async throws -> Int32? {
    let deadline = ContinuousClock.now + .seconds(120)
    while .now < deadline {
      guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { break }
      // The program's name is in parentheses. The first field after it is the state, and the last field is the
      // status in the format of waitpid(2).
      let fields = text[text.index(after: text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
      if fields.first == "Z", let status = fields.last.flatMap({ Int32($0.trimmingCharacters(in: .newlines)) }) {
        return status & 0x7F == 0 ? nil : status & 0x7F
      }
      try await Task.sleep(for: .milliseconds(5))
    }
    guard .now < deadline else { return nil }
    for await end in ends { return end.reason == .uncaughtSignal ? end.status : nil }
    return nil
  }

  deinit {
    // The command must not outlive a test that failed. If it has already ended, its identifier could in theory belong
    // to another process, but the system does not reuse an identifier so soon.
    if kill(process, 0) == 0 { kill(process, SIGKILL) }
    close(reader)
  }
}
#endif
