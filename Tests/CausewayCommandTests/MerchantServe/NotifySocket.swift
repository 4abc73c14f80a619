#if os(Linux)
import Foundation

/// A socket that receives the messages of a service, as systemd's does.
final class NotifySocket: Sendable {
  let path: String
  private let descriptor: Int32

  /// - Parameter path: A path, or `@` and an abstract name.
  init(_ path: String) throws {
    self.path = path
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { bytes in
      bytes.copyBytes(from: path.utf8.prefix(bytes.count - 1))
      if path.hasPrefix("@") { bytes[0] = 0 }
    }
    let length = MemoryLayout<sa_family_t>.size + path.utf8.count
    let result = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, socklen_t(length)) }
    }
    guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EINVAL) }
  }

  deinit { close(descriptor) }

  /// Returns the message that has arrived; nil if there is none.
  func message() -> String? {
    var buffer = [UInt8](repeating: 0, count: 1_024)
    let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
    return count < 0 ? nil : String(decoding: buffer.prefix(count), as: UTF8.self)
  }
}
#endif
