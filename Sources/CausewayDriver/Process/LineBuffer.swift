import Foundation

/// Divides a stream of bytes into lines.
package struct LineBuffer: Sendable {
  private var rest = Data()
  /// The number of bytes of `rest` that are known to contain no line break.
  private var searched = 0

  package init() {}

  /// Takes the next bytes, and returns the lines that are complete now, without their line breaks.
  package mutating func take(_ data: Data) -> [Data] {
    rest.append(data)
    var (lines, start): ([Data], Int) = ([], 0)
    // Search the raw bytes, because a line may have many megabytes.
    rest.withUnsafeBytes { bytes in
      var position = searched
      while position < bytes.count, let base = bytes.baseAddress,
        let found = memchr(base + position, Int32(UInt8(ascii: "\n")), bytes.count - position)
      {
        position = UnsafeRawPointer(found) - base
        lines.append(Data(bytes[start..<position]))
        (start, position) = (position + 1, position + 1)
      }
    }
    if start > 0 { rest = Data(rest.dropFirst(start)) }
    searched = rest.count
    return lines
  }

  /// Returns the last line if the stream has ended without a line break; nil if no bytes are left.
  package mutating func finish() -> Data? {
    defer { (rest, searched) = (Data(), 0) }
    return rest.isEmpty ? nil : rest
  }
}
