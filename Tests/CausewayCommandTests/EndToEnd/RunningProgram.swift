import Foundation
import ProgramTestSupport

/// A run of a program that was built beside the tests, usually `causeway`. The program gets no display, so it starts its
/// own. It is killed after `programTimeout`, so that ``lines`` ends.
final class RunningProgram: Sendable {
  private let process: ProcessBox
  private let folder: Folder
  private let ending: Task<Int32, Never>
  /// The lines of the program's standard output, or of its standard error.
  let lines: AsyncStream<String>

  enum Listened {
    case output
    case error
  }

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - listened: the output whose lines ``lines`` contains.
  ///   - environment: variables in addition to the environment of the tests.
  ///   - launcher: a program that replaces itself with `causeway`, such as `nohup`, and its arguments; empty for none.
  init(
    _ words: [String], lines listened: Listened, environment added: [String: String] = [:],
    under launcher: [String] = [], program: String = "causeway"
  ) throws {
    let process = Process()
    let folder = try Folder()
    self.folder = folder
    self.process = ProcessBox(process)
    let causeway = BuiltPrograms.named(program)
    process.executableURL = launcher.first.map { URL(fileURLWithPath: $0) } ?? causeway
    process.arguments = launcher.isEmpty ? words : launcher.dropFirst() + [causeway.path] + words
    var environment = ProcessInfo.processInfo.environment
    environment["DISPLAY"] = nil
    environment["WAYLAND_DISPLAY"] = nil
    process.environment = environment.merging(added) { _, new in new }
    process.standardInput = FileHandle.nullDevice
    let pipe = Pipe()
    let output = try folder.file("output")
    let error = try folder.file("error")
    process.standardOutput = listened == .output ? pipe : output
    process.standardError = listened == .error ? pipe : error
    // The lines from the pipe are also written to the file, because ``result()`` reads the file.
    lines = Self.lines(of: pipe, writing: listened == .output ? output : error)
    let (ends, end) = AsyncStream.makeStream(of: Int32.self)
    process.terminationHandler = { process in
      end.yield(process.terminationStatus)
      end.finish()
    }
    try process.run()
    let watchdog = watchdog(of: process.processIdentifier, "\(program) \(words.joined(separator: " "))")
    ending = Task {
      defer { watchdog.cancel() }
      for await code in ends { return code }
      return -1
    }
  }

  /// Starts a server program. Returns the program, and the URL that it prints.
  static func server(
    _ words: [String], environment: [String: String] = [:], under launcher: [String] = [],
    program name: String = "causeway"
  ) async throws -> (RunningProgram, URL) {
    let program = try RunningProgram(words, lines: .output, environment: environment, under: launcher, program: name)
    for await line in program.lines {
      guard let start = line.range(of: "http://") else { continue }
      let text = line[start.lowerBound...].prefix { !$0.isWhitespace }
      if let address = URL(string: String(text)) { return (program, address) }
    }
    let result = try await program.result()
    throw ServerFailure(description: "the server did not listen: \(result.output) \(result.error)")
  }

  var processIdentifier: pid_t { process.identifier }

  /// Returns the limits of the process, as Linux lists them in `/proc`.
  func limits() throws -> String {
    try String(contentsOfFile: "/proc/\(process.identifier)/limits", encoding: .utf8)
  }

  /// Ends the program with a signal, and returns its result.
  ///
  /// - Parameter signal: usually SIGINT, which Ctrl-C sends, or SIGTERM.
  func end(by signal: Int32) async throws -> ProgramResult {
    process.send(signal)
    return try await result()
  }

  /// Sends a signal, and does not wait for the end of the program.
  func send(_ signal: Int32) { process.send(signal) }

  /// Waits for the end of the program, and returns its result.
  func result() async throws -> ProgramResult {
    let code = await ending.value
    // Wait for the end of ``lines``, because the last lines may still be in the pipe.
    for await _ in lines {}
    return ProgramResult(code: code, output: try folder.read("output"), error: try folder.read("error"))
  }

  private static func lines(of pipe: Pipe, writing file: FileHandle) -> AsyncStream<String> {
    AsyncStream { continuation in
      let reader = pipe.fileHandleForReading
      Thread.detachNewThread {
        var rest = Data()
        while true {
          let data = reader.availableData
          guard !data.isEmpty else { break }
          file.write(data)
          rest += data
          while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            continuation.yield(String(decoding: rest[..<end], as: UTF8.self))
            rest = Data(rest[rest.index(after: end)...])
          }
        }
        if !rest.isEmpty { continuation.yield(String(decoding: rest, as: UTF8.self)) }
        continuation.finish()
      }
    }
  }
}

/// The error of a server that did not start listening.
struct ServerFailure: Error, CustomStringConvertible {
  let description: String
}

/// A process that several threads use. This is safe, because the threads only read the process's identifier, which does
/// not change.
private final class ProcessBox: @unchecked Sendable {
  private let process: Process

  init(_ process: Process) { self.process = process }

  var identifier: pid_t { process.processIdentifier }

  func send(_ signal: Int32) { kill(identifier, signal) }

  deinit {
    // The program must not continue to run after a test that failed.
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }
}
