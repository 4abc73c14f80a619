import Foundation
import Glibc

/// An HTTP server on 127.0.0.1 whose answers are fixed. It ends when it is let go.
final class LoopbackServer: Sendable {
  /// What a path gives.
  enum Answer: Sendable {
    /// A page.
    case page(String)
    /// Another path.
    case redirect(String)
    /// Nothing, while the connection stays open.
    case silence
    /// The connection is closed without an answer.
    case hangUp
    /// The beginning of a page, the rest of which never comes.
    case beginning(String)
  }

  /// The number of the port.
  let port: UInt16
  private let listener: Int32

  init(_ answers: [String: Answer]) throws {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let socket = listener
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, length) == 0 && listen(socket, 16) == 0 && getsockname(socket, $0, &length) == 0
      }
    }
    guard isBound else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread {
      while case let connection = accept(socket, nil, nil), connection >= 0 {
        Thread.detachNewThread { Self.serve(connection, answers) }
      }
    }
  }

  /// The URL of a path.
  func url(_ path: String) -> URL { URL(string: "http://127.0.0.1:\(port)\(path)")! }

  private static func serve(_ connection: Int32, _ answers: [String: Answer]) {
    defer { close(connection) }
    var request = ""
    var bytes = [UInt8](repeating: 0, count: 4096)
    while !request.contains("\r\n\r\n") {
      let count = recv(connection, &bytes, bytes.count, 0)
      guard count > 0 else { return }
      request += String(decoding: bytes[..<count], as: UTF8.self)
    }
    let path = request.split(separator: " ").dropFirst().first.map(String.init) ?? ""
    switch answers[path] {
    case .page(let page):
      send("200 OK", "Content-Type: text/html\r\nContent-Length: \(page.utf8.count)", page, connection)
    case .redirect(let target): send("302 Found", "Location: \(target)\r\nContent-Length: 0", "", connection)
    case .beginning(let page):
      // Enough of it for the engine to begin to show it.
      let padding = String(repeating: " ", count: 8192)
      send("200 OK", "Content-Type: text/html\r\nContent-Length: 1000000", page + padding, connection)
      _ = recv(connection, &bytes, bytes.count, 0)
    case .silence: _ = recv(connection, &bytes, bytes.count, 0)
    case .hangUp: break
    case nil: send("404 Not Found", "Content-Length: 0", "", connection)
    }
  }

  private static func send(_ status: String, _ fields: String, _ body: String, _ connection: Int32) {
    let text = Array("HTTP/1.1 \(status)\r\nConnection: close\r\n\(fields)\r\n\r\n\(body)".utf8)
    _ = Glibc.send(connection, text, text.count, Int32(MSG_NOSIGNAL))
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }
}
