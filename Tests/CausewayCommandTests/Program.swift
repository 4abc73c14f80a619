import Foundation
import ProgramTestSupport

/// How a program ended and what it said.
struct ProgramResult {
  let code: Int32
  let output: String
  let error: String
}

/// Runs the program `causeway` that was built beside the tests.
func causeway(_ words: String...) async throws -> ProgramResult {
  try await causeway(words)
}

/// Runs the program `causeway` that was built beside the tests. It gets no display, so that it makes its own.
///
/// - Parameters:
///   - temporaryFolder: where it is to put what is for it alone; nil for where the tests do.
///   - environment: what it has in its environment beside the tests' own.
func causeway(
  _ words: [String], temporaryFolder: String? = nil, environment: [String: String] = [:]
) async throws -> ProgramResult {
  try await run("causeway", words, display: nil, temporaryFolder: temporaryFolder, environment: environment)
}

/// Runs a program that was built beside the tests, on an X11 display or without any.
func run(
  _ program: String, _ words: [String], display: String?, temporaryFolder: String? = nil,
  environment added: [String: String] = [:]
) async throws -> ProgramResult {
  let folder = try Folder()
  let process = Process()
  process.executableURL = BuiltPrograms.named(program)
  process.arguments = words
  var environment = ProcessInfo.processInfo.environment
  environment["DISPLAY"] = display
  environment["WAYLAND_DISPLAY"] = nil
  if let temporaryFolder { environment["TMPDIR"] = temporaryFolder }
  process.environment = environment.merging(added) { _, new in new }
  process.standardInput = FileHandle.nullDevice
  // Files rather than pipes: a process of the engine that ends a little later would keep a pipe open.
  let output = try folder.file("output")
  let error = try folder.file("error")
  process.standardOutput = output
  process.standardError = error
  try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
    process.terminationHandler = { _ in continuation.resume() }
    do {
      try process.run()
    } catch {
      continuation.resume(throwing: error)
    }
  }
  return ProgramResult(
    code: process.terminationStatus, output: try folder.read("output"), error: try folder.read("error"))
}

/// A folder that ends with the test.
final class Folder: Sendable {
  let root: String

  init() throws {
    root = FileManager.default.temporaryDirectory.appendingPathComponent("causeway-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: root)  // what is left is in the system's temporary folder
  }

  func path(_ name: String) -> String { root + "/" + name }

  func write(_ name: String, _ text: String) throws -> String {
    try text.write(toFile: path(name), atomically: true, encoding: .utf8)
    return path(name)
  }

  func read(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }

  func file(_ name: String) throws -> FileHandle {
    guard FileManager.default.createFile(atPath: path(name), contents: nil),
      let handle = FileHandle(forWritingAtPath: path(name))
    else { throw CocoaError(.fileWriteUnknown) }
    return handle
  }
}
