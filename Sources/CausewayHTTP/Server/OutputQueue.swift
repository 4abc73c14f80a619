import Foundation

/// What is to be sent on a connection, in order.
struct OutputQueue {
  private var parts: [Data] = []

  var isEmpty: Bool { parts.isEmpty }

  mutating func append(_ part: Data) {
    if !part.isEmpty { parts.append(part) }
  }

  /// Sends from the front.
  /// - Parameter send: takes bytes, and gives how many were sent.
  mutating func send(_ send: (UnsafeRawBufferPointer) -> Int) -> Int {
    guard let first = parts.first else { return 0 }
    let count = first.withUnsafeBytes(send)
    guard count > 0 else { return count }
    // A slice of the same memory.
    if count == first.count { parts.removeFirst() } else { parts[0] = first.dropFirst(count) }
    return count
  }
}
