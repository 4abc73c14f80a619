import Foundation

/// The exit code and the output of a program that has ended.
package struct ProgramResult {
  package let code: Int32
  package let output: String
  package let error: String

  package init(code: Int32, output: String, error: String) {
    self.code = code
    self.output = output
    self.error = error
  }
}

#if !os(iOS)
/// Runs a program that was built beside the tests until it ends, on an X11 display or without any.
///
/// - Parameter currentFolder: the path of the program's current folder; nil for the current folder of the tests.
package func run(
  _ program: String, _ words: [String], display: String?, in currentFolder: String? = nil,
  temporaryFolder: String? = nil, environment added: [String: String] = [:]
) async throws -> ProgramResult {
  let folder = try Folder()
  let process = Process()
  process.executableURL = BuiltPrograms.named(program)
  process.arguments = words
  if let currentFolder { process.currentDirectoryURL = URL(fileURLWithPath: currentFolder, isDirectory: true) }
  var environment = ProcessInfo.processInfo.environment
  environment["DISPLAY"] = display
  environment["WAYLAND_DISPLAY"] = nil
  if let temporaryFolder { environment["TMPDIR"] = temporaryFolder }
  process.environment = environment.merging(added) { _, new in new }
  process.standardInput = FileHandle.nullDevice
  // Use files instead of pipes, because a process of the engine that ends later would keep a pipe open.
  let output = try folder.file("output")
  let error = try folder.file("error")
  defer {
    // Foundation never releases a process that has run, nor its files. Ignore an error, because the file is then closed.
    try? output.close()
    try? error.close()
  }
  process.standardOutput = output
  process.standardError = error
  let code = try await process.runToEnd()
  return ProgramResult(code: code, output: try folder.read("output"), error: try folder.read("error"))
}

/// The time in seconds after which a program that a test has started is killed. It is so long that only programs that
/// hang are killed.
package let programTimeout = 300

extension Process {
  /// Starts the process and waits until the process has ended, without blocking a thread. Kills the process after
  /// ``programTimeout``.
  ///
  /// - Returns: the exit code, or the number of the signal that ended the process.
  package func runToEnd() async throws -> Int32 {
    var watchdog: DispatchWorkItem?
    defer { watchdog?.cancel() }
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      terminationHandler = { _ in continuation.resume() }
      do {
        try run()
        let words = [executableURL?.lastPathComponent ?? ""] + (arguments ?? [])
        watchdog = ProgramTestSupport.watchdog(of: processIdentifier, words.joined(separator: " "))
      } catch {
        continuation.resume(throwing: error)
      }
    }
    return terminationStatus
  }
}

/// Kills a process that runs longer than ``programTimeout``, and says so on the standard error.
///
/// - Parameter command: the program and its arguments, for the message.
/// - Returns: the watch. Cancel it when the process has ended.
package func watchdog(of process: pid_t, _ command: String) -> DispatchWorkItem {
  let watch = DispatchWorkItem {
    FileHandle.standardError.write(Data("killed after \(programTimeout) s: \(command)\n".utf8))
    kill(process, SIGKILL)
  }
  // Use a dispatch queue and not a task, because a test that waits for the process may block the thread of the tasks.
  DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(programTimeout), execute: watch)
  return watch
}

extension Process {
  /// Reads what the process writes to a pipe, and waits until the process has ended. Kills the process after
  /// ``programTimeout``.
  package func output(from pipe: Pipe) throws -> String {
    let watch = watchdog(of: processIdentifier, executableURL?.lastPathComponent ?? "")
    defer { watch.cancel() }
    let text = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    waitUntilExit()
    return text
  }
}
#endif

/// A temporary folder that is removed when the object is released.
package final class Folder: Sendable {
  package let root: String

  package init() throws {
    root = FileManager.default.temporaryDirectory.appendingPathComponent("causeway-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: root)  // Ignore errors: the folder is temporary.
  }

  package func path(_ name: String) -> String { root + "/" + name }

  @discardableResult package func write(_ name: String, _ text: String) throws -> String {
    try text.write(toFile: path(name), atomically: true, encoding: .utf8)
    return path(name)
  }

  package func read(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }

  package func file(_ name: String) throws -> FileHandle {
    guard FileManager.default.createFile(atPath: path(name), contents: nil),
      let handle = FileHandle(forWritingAtPath: path(name))
    else { throw CocoaError(.fileWriteUnknown) }
    return handle
  }
}
