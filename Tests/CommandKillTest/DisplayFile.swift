#if os(Linux)
import Foundation

/// A file of an X display: its lock or its socket. An X server removes both when it ends normally.
struct DisplayFile: Hashable, Sendable {
  private enum Kind {
    /// A file that contains the process id of the display.
    case lock
    case socket
  }

  let path: String
  private let kind: Kind

  /// Returns the files of all displays on this machine.
  static func all() -> Set<DisplayFile> {
    let locks = names(in: "/tmp").filter { $0.hasPrefix(".X") && $0.hasSuffix("-lock") }
    let sockets = names(in: "/tmp/.X11-unix").filter { $0.hasPrefix("X") }
    return Set(locks.map { DisplayFile(path: "/tmp/\($0)", kind: .lock) })
      .union(sockets.map { DisplayFile(path: "/tmp/.X11-unix/\($0)", kind: .socket) })
  }

  /// Whether the file exists although its display has ended.
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

  /// Whether the socket exists although no process has it open. Reads the system's list of sockets. A connection would
  /// change the result, because a display ends when its last client disconnects.
  private var isSocketOfNobody: Bool {
    guard let sockets = try? String(contentsOfFile: "/proc/net/unix", encoding: .utf8) else { return false }
    return !sockets.split(separator: "\n").contains { $0.hasSuffix(" " + path) } && access(path, F_OK) == 0
  }

  private static func names(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }
}
#endif
