import Foundation

/// Puts what was written to a file on the drive, or the names in a folder.
///
/// - Returns: 0, or -1 with the error in `errno`, as `fsync` does.
package func synchronize(_ descriptor: Int32) -> Int32 {
  #if os(Linux)
  fsync(descriptor)
  #else
  // On Darwin, fsync leaves the bytes in the drive's own cache. Not every file system can do more.
  fcntl(descriptor, F_FULLFSYNC) == 0 ? 0 : fsync(descriptor)
  #endif
}
