import CausewayFiles
import CausewayText
import Foundation

/// A sink that appends events to a file of JSON Lines: one event per line, UTF-8.
///
/// ```json
/// {"date":"2026-03-01T12:00:00.000Z","id":"…","name":"levelFinished","parameters":[{"name":"level","value":3}]}
/// ```
///
/// `send(_:)` returns when the batch is on disk. After a crash, the sink removes an incomplete line before it
/// writes the next batch, which contains the same events again. So an event may be in the file twice, with the same id.
/// The file may be moved away at any time; the next batch then creates a new one.
public actor FileEventSink: OnsideEventSink {
  private let file: URL

  /// Creates a sink for a file. The first batch creates the file and its folder. Only the current user can read the
  /// file (mode 0600), even if it existed before.
  public init(file: URL) { self.file = file }

  /// Appends either the whole batch or nothing.
  ///
  /// - Throws: `CocoaError` or `POSIXError`, and leaves the file unchanged: `ELOOP` for a symbolic link, `EPERM` for a
  ///   file of another user, a file with several hard links, or something that is not a regular file.
  public func send(_ events: [OnsideEvent]) throws {
    let folder = file.deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let lines = try Self.lines(events)
    let descriptor = try Self.open(file)
    defer { close(descriptor) }
    // If another process is writing lines, wait until it has finished.
    _ = try Self.check(flock(descriptor, LOCK_EX))
    let end = try Self.endOfLastLine(descriptor)
    do {
      try Self.check(ftruncate(descriptor, end))
      try Self.write(lines, to: descriptor)
      try Self.check(synchronize(descriptor))
    } catch {
      // Remove the incomplete batch. If that fails, the next call removes its incomplete line.
      ftruncate(descriptor, end)
      throw error
    }
    if end == 0 { try Self.sync(folder) }
  }

  private static func open(_ file: URL) throws(POSIXError) -> Int32 {
    do throws(PrivateFileError) {
      return try PrivateFile.open(file.path, flags: O_RDWR | O_APPEND, empties: false)
    } catch {
      throw error.posix
    }
  }

  private static func lines(_ events: [OnsideEvent]) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(Date.ISO8601FormatStyle(includingFractionalSeconds: true).format(date))
    }
    return try events.flatMap { event in
      // An event's strings come from a page, so escape the characters that could control a terminal.
      let json = String(decoding: try encoder.encode(event), as: UTF8.self)
      return Array(TerminalText(json).json.utf8) + [0x0a]
    }
  }

  /// Returns the offset at which the last complete line ends.
  private static func endOfLastLine(_ descriptor: Int32) throws -> off_t {
    var end = try check(lseek(descriptor, 0, SEEK_END))
    var buffer = [UInt8](repeating: 0, count: 4096)
    while end > 0 {
      let start = max(0, end - off_t(buffer.count))
      let count = try check(pread(descriptor, &buffer, Int(end - start), start))
      if let newline = buffer.prefix(count).lastIndex(of: 0x0a) { return start + off_t(newline) + 1 }
      end = start
    }
    return 0
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = try check(rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) })
      rest = rest.dropFirst(count)
    }
  }

  /// Writes the folder to disk. Otherwise a crash could lose the name of a new file.
  private static func sync(_ folder: URL) throws {
    let descriptor = try check(Foundation.open(folder.path, O_RDONLY | O_CLOEXEC))
    defer { close(descriptor) }
    try check(synchronize(descriptor))
  }

  @discardableResult
  private static func check<Result: SignedInteger>(_ result: Result) throws -> Result {
    guard result >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    return result
  }
}
