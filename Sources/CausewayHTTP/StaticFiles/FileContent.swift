import Glibc

/// A file that is sent in parts, so that only one part of it at a time is in memory.
package final class FileContent: Sendable {
  /// Its length when it was opened, in bytes. That many bytes are sent, or the connection ends before.
  package let size: Int
  private let descriptor: Int32

  /// Takes the descriptor over.
  init(descriptor: Int32, size: Int) {
    self.descriptor = descriptor
    self.size = size
  }

  deinit { close(descriptor) }

  /// Reads what is at a position.
  /// - Returns: how many bytes were read; 0 if the file has become so short, or cannot be read any more.
  func read(_ buffer: UnsafeMutableRawBufferPointer, at position: Int) -> Int {
    while true {
      let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(position))
      if count < 0, errno == EINTR { continue }
      return max(count, 0)
    }
  }
}
