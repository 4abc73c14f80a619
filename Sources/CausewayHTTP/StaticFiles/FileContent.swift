import Foundation

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// An open file, or a range of one, that is sent in parts, so that only one part of it is in memory.
package final class FileContent: Sendable {
  /// A descriptor that is closed when no content uses it.
  private final class Descriptor: Sendable {
    let number: Int32

    init(_ number: Int32) { self.number = number }

    deinit { close(number) }
  }

  /// The length of the file when it was opened, or of the range, in bytes. If fewer bytes can be read later, the
  /// connection ends early.
  package let size: Int
  /// The position in the file at which the content begins, in bytes.
  private let offset: Int
  private let descriptor: Descriptor

  /// Creates the object, which owns the descriptor from then on.
  init(descriptor: Int32, size: Int) {
    self.descriptor = Descriptor(descriptor)
    self.size = size
    offset = 0
  }

  private init(_ descriptor: Descriptor, offset: Int, size: Int) {
    self.descriptor = descriptor
    self.offset = offset
    self.size = size
  }

  /// Opens a regular file, following symbolic links; nil if that is not possible.
  package convenience init?(contentsOf file: URL) {
    // `O_NONBLOCK` is needed because opening a pipe would block this thread.
    let number = open(file.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard number >= 0 else { return nil }
    var status = stat()
    guard fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(number)
      return nil
    }
    self.init(descriptor: number, size: Int(status.st_size))
  }

  /// Returns a part of this content. It uses the same open file.
  /// - Parameter range: the positions in this content, within its size.
  package func slice(_ range: Range<Int>) -> FileContent {
    FileContent(descriptor, offset: offset + range.lowerBound, size: range.count)
  }

  /// An entity tag for the whole file, in quotes as in the field `ETag`. It changes with the file.
  var tag: String? {
    var status = stat()
    guard fstat(descriptor.number, &status) == 0 else { return nil }
    #if canImport(Darwin)
    let time = status.st_mtimespec
    #else
    let time = status.st_mtim
    #endif
    let parts = [Int(status.st_size), Int(time.tv_sec), Int(time.tv_nsec)]
    return "\"" + parts.map { String($0, radix: 16) }.joined(separator: "-") + "\""
  }

  /// Reads bytes from a position. The caller reads no further than ``size``.
  /// - Returns: the number of bytes that were read; 0 if the file has become shorter or can no longer be read.
  func read(_ buffer: UnsafeMutableRawBufferPointer, at position: Int) -> Int {
    while true {
      let count = pread(descriptor.number, buffer.baseAddress, buffer.count, off_t(offset + position))
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
