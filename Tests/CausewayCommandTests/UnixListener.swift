#if os(Linux)
import Foundation

/// A socket in the file system that accepts connections and closes each connection at once.
final class UnixListener: @unchecked Sendable {  // Only the queue reads and writes the count.
  let path: String
  private let queue = DispatchQueue(label: "Unix listener")
  private let source: any DispatchSourceRead
  private var count = 0

  /// Starts listening; nil if the path is too long for a socket or is in use.
  init?(_ path: String) {
    self.path = path
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let size = MemoryLayout.size(ofValue: address.sun_path)
    guard path.utf8.count < size else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    let isBound = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setCancelHandler { close(descriptor) }
    source.setEventHandler { [unowned self] in
      let connection = accept(descriptor, nil, nil)
      guard connection >= 0 else { return }
      count += 1
      close(connection)
    }
    let isListening = isBound && listen(descriptor, 8) == 0
    source.activate()
    if !isListening {
      source.cancel()
      return nil
    }
  }

  /// The number of connections that the socket has accepted.
  var connections: Int { queue.sync { count } }

  deinit { source.cancel() }
}
#endif
