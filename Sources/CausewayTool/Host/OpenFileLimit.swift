#if os(Linux)
import Foundation

/// The limit of this process for open files, which include connections.
package enum OpenFileLimit {
  /// Raises the limit to the maximum that the system allows, because each client of a server needs a connection and
  /// perhaps a file. The limit of a shell is often too low for 512 clients. A process may raise its soft limit up to
  /// its hard limit.
  package static func raise() {
    var limit = rlimit()
    guard getrlimit(openFiles, &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    // If the system refuses, the server works with the old limit.
    _ = setrlimit(openFiles, &limit)
  }

  private static let openFiles = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
}
#endif
