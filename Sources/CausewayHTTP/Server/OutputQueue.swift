import Foundation

/// What is to be sent on a connection, in order.
struct OutputQueue {
  private enum Part {
    case bytes(Data)
    /// A file from a position on.
    case file(FileContent, Int)
  }

  private var parts: [Part] = []

  /// How much of a file is read at once, in bytes. What the socket does not take of it is read once more.
  private static let filePart = 65_536

  var isEmpty: Bool { parts.isEmpty }

  mutating func append(_ part: Data) {
    if !part.isEmpty { parts.append(.bytes(part)) }
  }

  mutating func append(_ file: FileContent) {
    if file.size > 0 { parts.append(.file(file, 0)) }
  }

  /// Sends from the front.
  /// - Parameter send: takes bytes, and gives how many were sent.
  /// - Returns: that number; nil if a file has become shorter, so that the answer cannot be as long as its head said.
  mutating func send(_ send: (UnsafeRawBufferPointer) -> Int) -> Int? {
    switch parts.first {
    case nil: return 0
    case .bytes(let bytes)?:
      let count = bytes.withUnsafeBytes(send)
      guard count > 0 else { return count }
      // A slice of the same memory.
      if count == bytes.count { parts.removeFirst() } else { parts[0] = .bytes(bytes.dropFirst(count)) }
      return count
    case .file(let file, let position)?:
      return withUnsafeTemporaryAllocation(byteCount: Self.filePart, alignment: 1) { buffer -> Int? in
        let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(buffer.count, file.size - position)])
        let read = file.read(part, at: position)
        guard read > 0 else { return nil }
        let count = send(UnsafeRawBufferPointer(rebasing: part[..<read]))
        guard count > 0 else { return count }
        if position + count == file.size { parts.removeFirst() } else { parts[0] = .file(file, position + count) }
        return count
      }
    }
  }
}
