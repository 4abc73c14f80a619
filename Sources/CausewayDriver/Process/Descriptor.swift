import Foundation

/// An open file descriptor, which is closed when the object is released.
final class Descriptor: @unchecked Sendable {  // the lock protects the descriptor from its reuse by another file
  private let lock = NSLock()
  private var value: Int32

  private init(_ value: Int32) {
    self.value = value
  }

  deinit { close() }

  /// The number; -1 after ``close()``.
  var number: Int32 { lock.withLock { value } }

  /// Makes a pipe that no other program inherits.
  ///
  /// - Throws: the system's error.
  static func pipe() throws -> (reading: Descriptor, writing: Descriptor) {
    var ends: [Int32] = [-1, -1]
    guard Foundation.pipe(&ends) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (Descriptor(ends[0]), Descriptor(ends[1]))
  }

  func close() {
    lock.withLock {
      if value >= 0 { Foundation.close(value) }
      value = -1
    }
  }

  /// Waits for bytes and returns them; nil at the end. Only one thread reads, and it closes the descriptor.
  func read() -> Data? {
    var bytes = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = Foundation.read(number, &bytes, bytes.count)
      if count < 0, errno == EINTR { continue }
      return count > 0 ? Data(bytes[..<count]) : nil
    }
  }

  /// Writes bytes. Bytes for a program that has ended are lost.
  func write(_ data: Data) {
    lock.withLock {
      var rest = data[...]
      while !rest.isEmpty, value >= 0 {
        let count = rest.withUnsafeBytes { Foundation.write(value, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }
  }
}
