import Foundation
import ProgramTestSupport

/// The program `causeway` that was built beside the tests, while it runs. It gets no display, so that it makes its own.
final class RunningProgram: Sendable {
  private let process: ProcessBox
  private let folder: Folder
  private let ending: Task<Int32, Never>
  /// What it writes on standard output, or on standard error, line by line.
  let lines: AsyncStream<String>

  enum Listened {
    case output
    case error
  }

  /// Starts it.
  ///
  /// - Parameters:
  ///   - listened: what ``lines`` has.
  ///   - environment: what it has in its environment beside the tests' own.
  ///   - launcher: a program that becomes it, such as nohup, with its own arguments; empty for none.
  init(
    _ words: [String], lines listened: Listened, environment added: [String: String] = [:],
    under launcher: [String] = []
  ) throws {
    let process = Process()
    let folder = try Folder()
    self.folder = folder
    self.process = ProcessBox(process)
    let causeway = BuiltPrograms.named("causeway")
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
    // What comes through the pipe is written down as well.
    lines = Self.lines(of: pipe, writing: listened == .output ? output : error)
    let (ends, end) = AsyncStream.makeStream(of: Int32.self)
    process.terminationHandler = { process in
      end.yield(process.terminationStatus)
      end.finish()
    }
    ending = Task {
      for await code in ends { return code }
      return -1
    }
    try process.run()
  }

  /// A program that says in its first line where it listens.
  static func server(
    _ words: [String], environment: [String: String] = [:], under launcher: [String] = []
  ) async throws -> (RunningProgram, URL) {
    let program = try RunningProgram(words, lines: .output, environment: environment, under: launcher)
    for await line in program.lines {
      guard let start = line.range(of: "http://") else { continue }
      let text = line[start.lowerBound...].prefix { !$0.isWhitespace }
      if let address = URL(string: String(text)) { return (program, address) }
    }
    let result = try await program.result()
    throw ServerFailure(description: "It did not listen: \(result.output) \(result.error)")
  }

  /// Its limits, as Linux writes them down.
  func limits() throws -> String {
    try String(contentsOfFile: "/proc/\(process.identifier)/limits", encoding: .utf8)
  }

  /// Asks it to end.
  ///
  /// - Parameter signal: SIGINT, which Ctrl-C sends, or SIGTERM.
  func end(by signal: Int32) async throws -> ProgramResult {
    process.send(signal)
    return try await result()
  }

  /// Sends a signal, after which it may go on.
  func send(_ signal: Int32) { process.send(signal) }

  /// Waits for its end.
  func result() async throws -> ProgramResult {
    let code = await ending.value
    // Its last lines may still be in the pipe.
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

/// A server that was started did not listen.
struct ServerFailure: Error, CustomStringConvertible {
  let description: String
}

/// A process of several threads.
private final class ProcessBox: @unchecked Sendable {  // only its identifier is read, which does not change
  private let process: Process

  init(_ process: Process) { self.process = process }

  var identifier: pid_t { process.processIdentifier }

  func send(_ signal: Int32) { kill(identifier, signal) }

  deinit {
    // A test that failed leaves nothing behind.
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }
}
