import Foundation

/// Writes the data of a file, or the names in a folder, from the system's cache to the drive.
///
/// - Returns: 0, or -1 with the error in `errno`, as `fsync` does.
package func synchronize(_ descriptor: Int32) -> Int32 {
  #if os(Linux)
  fsync(descriptor)
  #else
  // On Darwin, fsync leaves the data in the drive's own cache, so F_FULLFSYNC is tried first. Not every file system
  // supports it.
  fcntl(descriptor, F_FULLFSYNC) == 0 ? 0 : fsync(descriptor)
  #endif
}
