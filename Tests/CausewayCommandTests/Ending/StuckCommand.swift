#if os(Linux)
import Foundation
import ProgramTestSupport

@testable import CausewayCommand

/// `causeway open` that cannot come to its end: its main thread writes into a pipe that is full and that nobody reads.
final class StuckCommand: Sendable {
  private let folder: Folder
  private let process: pid_t
  private let reader: Int32
  private let ends: AsyncStream<(reason: Process.TerminationReason, status: Int32)>

  /// Starts it, and returns when it is stuck.
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
    let deadline = ContinuousClock.now + .seconds(40)
    while !isStuck {
      guard .now < deadline else { throw ServerFailure(description: "the command did not fill its pipe") }
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  /// Whether the main thread waits for room in the pipe.
  private var isStuck: Bool {
    let place = try? String(contentsOfFile: "/proc/\(process)/wchan", encoding: .utf8)
    return place?.contains("pipe_write") == true
  }

  /// What it has in the folder for temporary files.
  var temporaryFiles: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path("tmp")) }
  }

  func send(_ signal: Int32) { kill(process, signal) }

  /// Waits for its end. The system is asked: `Process` notices an end only when the engine's processes have ended too,
  /// which takes seconds where a page does not let go of its process.
  ///
  /// - Returns: the signal that ended it; nil if it ended otherwise, or not in time.
  func end() async throws -> Int32? {
    let deadline = ContinuousClock.now + .seconds(30)
    while .now < deadline {
      guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { break }
      // Behind the name, in brackets, are the state and, last, what waitpid(2) would say.
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
    // A test that failed leaves nothing behind. Of one that has ended, the identifier may be another's, but not so soon.
    if kill(process, 0) == 0 { kill(process, SIGKILL) }
    close(reader)
  }
}
#endif
