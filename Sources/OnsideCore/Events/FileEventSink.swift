import Causeway
import CausewayFiles
import CausewayText
import Foundation

/// Appends events to a file of JSON Lines: one event a line, UTF-8.
///
/// ```json
/// {"date":"2026-03-01T12:00:00.000Z","id":"…","name":"levelFinished","parameters":[{"name":"level","value":3}]}
/// ```
///
/// A batch is on the disk when it was taken. After a crash, a line that was written by half is removed before the next
/// batch, which has the same events again: events that stand twice have the same id. The file may be moved away at any
/// time; the next batch begins another.
public actor FileEventSink: OnsideEventSink {
  private let file: URL

  /// A sink that makes the file, and its folder, with the first batch. Only this user can read the file (mode 0600), also
  /// if it was there before.
  public init(file: URL) { self.file = file }

  /// Appends a batch, or nothing of it.
  ///
  /// - Throws: `CocoaError` or `POSIXError`, with the file as it was: `ELOOP` for a symbolic link, `EPERM` for a file of
  ///   another user, with several names, or for no file at all.
  public func send(_ events: [OnsideEvent]) throws {
    let folder = file.deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let lines = try Self.lines(events)
    let descriptor = try Self.open(file)
    defer { close(descriptor) }
    // Another process that appends has to finish its line first.
    _ = try Self.check(flock(descriptor, LOCK_EX))
    let end = try Self.endOfLastLine(descriptor)
    do {
      try Self.check(ftruncate(descriptor, end))
      try Self.write(lines, to: descriptor)
      try Self.check(synchronize(descriptor))
    } catch {
      // What did not get there to the end is removed now, or else before the next batch.
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
      // An event's strings are a page's: nothing in them is for the terminal in which the file is read.
      let json = String(decoding: try encoder.encode(event), as: UTF8.self)
      return Array(TerminalText(json).json.utf8) + [0x0a]
    }
  }

  /// Where the last whole line ends.
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

  /// A new file's name is on the disk once its folder is.
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
