import Foundation

/// The command `openssl`, with its own temporary folder.
struct OpenSSLCommand: ~Copyable {
  static let path = "/usr/bin/openssl"
  static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: path) }

  /// The error of a command that failed.
  struct Failure: Error {
    let output: String
  }

  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("openssl-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)  // Ignore errors, because the system clears its temporary folder.
  }

  func write(_ file: String, _ bytes: some Sequence<UInt8>) throws {
    try Data(bytes).write(to: folder.appendingPathComponent(file))
  }

  func read(_ file: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appendingPathComponent(file)))
  }

  /// Runs the command and returns its output.
  @discardableResult
  func run(_ words: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.path)
    process.arguments = words
    process.currentDirectoryURL = folder
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(output: output) }
    return output
  }
}
