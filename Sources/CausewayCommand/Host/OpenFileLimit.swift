#if os(Linux)
import Foundation

/// How many files a process may have open at once, connections included.
enum OpenFileLimit {
  /// Raises it to what the system allows: each client of a server takes a connection, and perhaps a file. A shell's
  /// limit is often too low for 512 clients, and it is the soft one alone that does not bind.
  static func raise() {
    var limit = rlimit()
    guard getrlimit(openFiles, &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    // Where it is refused, the server works within the limit that there is.
    _ = setrlimit(openFiles, &limit)
  }

  private static let openFiles = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
}
#endif
