#if os(Linux)
import Foundation

/// The socket of an X display. An X server removes it when it ends normally.
struct DisplaySocket: Hashable, Sendable {
  let path: String

  /// Returns the sockets that one of these processes has open. Displays of other programs begin and end meanwhile, so their
  /// sockets say nothing about a command.
  static func all(of processes: [pid_t]) -> Set<DisplaySocket> {
    var nodes: Set<Substring> = []
    for process in processes {
      let folder = "/proc/\(process)/fd"
      // A process that has ended has no folder, and files that it closes disappear from the folder.
      for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
        let target = (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")) ?? ""
        if let node = target.wholeMatch(of: #/socket:\[(\d+)\]/#) { nodes.insert(node.output.1) }
      }
    }
    return Set(openSockets().filter { nodes.contains($0.node) }.map { DisplaySocket(path: $0.path) })
  }

  /// Whether the socket exists although no process has it open. A connection to it would change the result, because a
  /// display ends when its last client disconnects.
  var isOrphan: Bool {
    access(path, F_OK) == 0 && !Self.openSockets().contains { $0.path == path }
  }

  /// Returns the nodes and the paths of all displays' sockets in the system's list of sockets, whose columns are `Num
  /// RefCount Protocol Flags Type St Inode Path`.
  private static func openSockets() -> [(node: Substring, path: String)] {
    let list = (try? String(contentsOfFile: "/proc/net/unix", encoding: .utf8)) ?? ""
    return list.split(separator: "\n").compactMap { line in
      let columns = line.split(separator: " ")
      guard columns.count == 8, columns[7].hasPrefix("/tmp/.X11-unix/X") else { return nil }
      return (columns[6], String(columns[7]))
    }
  }
}
#endif
