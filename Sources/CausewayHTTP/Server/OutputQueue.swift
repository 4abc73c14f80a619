import Foundation

/// The bytes and files to send on a connection, in order.
struct OutputQueue {
  private enum Part {
    case bytes(Data)
    /// The rest of a file from a position.
    case file(FileContent, Int)
  }

  private var parts: [Part] = []

  /// The maximum part of a file that is read at once, in bytes. Bytes that the socket does not take are read again.
  private static let filePart = 65_536

  var isEmpty: Bool { parts.isEmpty }

  /// The number of bytes that wait, without those of files.
  private(set) var byteCount = 0

  mutating func append(_ part: Data) {
    guard !part.isEmpty else { return }
    byteCount += part.count
    // Collect small parts, such as the head of an answer and its body, because each part needs a call of the system.
    if case .bytes(var last)? = parts.last, last.count + part.count <= Self.filePart {
      parts.removeLast()
      last.append(part)
      parts.append(.bytes(last))
    } else {
      parts.append(.bytes(part))
    }
  }

  mutating func append(_ file: FileContent) {
    if file.size > 0 { parts.append(.file(file, 0)) }
  }

  /// Sends bytes from the front of the queue.
  /// - Parameter send: a closure that sends bytes, and returns how many were sent.
  /// - Returns: the number of bytes that were sent; nil if a file has become shorter, in which case the answer cannot
  ///   have the length that its head announced.
  mutating func send(_ send: (UnsafeRawBufferPointer) -> Int) -> Int? {
    switch parts.first {
    case nil: return 0
    case .bytes(let bytes)?:
      let count = bytes.withUnsafeBytes(send)
      guard count > 0 else { return count }
      byteCount -= count
      // `dropFirst` does not copy the bytes: the slice shares their memory.
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
