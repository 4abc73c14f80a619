#if os(Linux)
import Foundation

/// A file by which a display is found: its lock or its socket. An X server removes both when it ends in order.
struct DisplayFile: Hashable, Sendable {
  private enum Kind {
    /// Has the process id of the display.
    case lock
    case socket
  }

  let path: String
  private let kind: Kind

  /// Those that there are, whoever made them.
  static func all() -> Set<DisplayFile> {
    let locks = names(in: "/tmp").filter { $0.hasPrefix(".X") && $0.hasSuffix("-lock") }
    let sockets = names(in: "/tmp/.X11-unix").filter { $0.hasPrefix("X") }
    return Set(locks.map { DisplayFile(path: "/tmp/\($0)", kind: .lock) })
      .union(sockets.map { DisplayFile(path: "/tmp/.X11-unix/\($0)", kind: .socket) })
  }

  /// Whether it is there, and its display has ended.
  var isOrphan: Bool {
    switch kind {
    case .lock: isLockOfNobody
    case .socket: isSocketOfNobody
    }
  }

  private var isLockOfNobody: Bool {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8),
      let id = pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines))
    else { return false }
    return kill(id, 0) != 0 && errno == ESRCH
  }

  private var isSocketOfNobody: Bool {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
    let isConnected = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    return !isConnected && errno == ECONNREFUSED
  }

  private static func names(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }
}
#endif
