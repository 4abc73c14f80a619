import Foundation
import Glibc

/// An open file that is sent in parts, so that only one part of it is in memory.
package final class FileContent: Sendable {
  /// The length of the file when it was opened, in bytes. If fewer bytes can be read later, the connection ends early.
  package let size: Int
  private let descriptor: Int32

  /// Creates the object, which owns the descriptor from then on.
  init(descriptor: Int32, size: Int) {
    self.descriptor = descriptor
    self.size = size
  }

  deinit { close(descriptor) }

  /// Reads bytes from a position.
  /// - Returns: the number of bytes that were read; 0 if the file has become shorter or can no longer be read.
  func read(_ buffer: UnsafeMutableRawBufferPointer, at position: Int) -> Int {
    while true {
      let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(position))
      if count < 0, errno == EINTR { continue }
      return max(count, 0)
    }
  }

  /// Reads bytes from a position.
  /// - Returns: at most `count` bytes; fewer only if the file has become shorter or can no longer be
  ///   read.
  package func read(upTo count: Int, at position: Int) -> Data {
    var data = Data(count: count)
    var length = 0
    while length < count {
      let part = data.withUnsafeMutableBytes { bytes in
        read(UnsafeMutableRawBufferPointer(rebasing: bytes[length...]), at: position + length)
      }
      guard part > 0 else { return data.prefix(length) }
      length += part
    }
    return data
  }
}
