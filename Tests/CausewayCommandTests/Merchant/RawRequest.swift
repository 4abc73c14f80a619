#if os(Linux)
import Foundation

/// Requests that consist of exactly the given lines. URLSession would refuse or change some of these lines.
enum RawRequest {
  /// Sends a request and returns the whole answer.
  static func answer(of server: URL, _ lines: [String], _ body: String = "") async throws -> String {
    let length = ["Content-Length: \(body.utf8.count)", "Connection: close", "", ""]
    let text = (lines + length).joined(separator: "\r\n") + body
    return try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(with: Result { try exchange(server, text) }) }
    }
  }

  private static func exchange(_ server: URL, _ request: String) throws -> String {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var limit = timeval(tv_sec: 120, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(server.port ?? 0).bigEndian
    address.sin_addr.s_addr = inet_addr(server.host() ?? "")
    let connected = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
    try handle.write(contentsOf: Data(request.utf8))
    return String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self)
  }
}
#endif
