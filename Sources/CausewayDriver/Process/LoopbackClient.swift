import Foundation

/// A client of an HTTP server at a port of 127.0.0.1, with one connection for each request.
///
/// `URLSession` on Linux sometimes forgets a request, and has a timeout for each. A command of WebDriver may take as long as
/// the client's script runs.
struct LoopbackClient: Sendable {
  let port: UInt16

  /// An answer of the server.
  struct Answer: Hashable, Sendable {
    let status: Int
    let body: Data
  }

  /// Sends a request with a JSON body, and waits for the answer without a timeout. Cancelling the task ends the wait.
  ///
  /// - Throws: the system's error; `EPROTO` if the answer is incomplete or not HTTP.
  func send(_ method: String, _ path: String, _ body: Data) async throws -> Answer {
    let connection = try LoopbackConnection(port: port)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread {
          continuation.resume(
            with: Result {
              try connection.write(Self.request(method, path, body, port: port))
              return try Self.answer(connection.readAll())
            })
        }
      }
    } onCancel: {
      connection.shutDown()
    }
  }

  static func request(_ method: String, _ path: String, _ body: Data, port: UInt16) -> Data {
    let head = """
      \(method) \(path) HTTP/1.1\r
      Host: 127.0.0.1:\(port)\r
      Connection: close\r
      Content-Type: application/json\r
      Content-Length: \(body.count)\r
      \r

      """
    return Data(head.utf8) + body
  }

  /// Reads an answer after which the server has closed the connection.
  static func answer(_ bytes: Data) throws -> Answer {
    let broken = POSIXError(.EPROTO)
    guard let end = bytes.range(of: Data("\r\n\r\n".utf8)) else { throw broken }
    let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ")
    guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]) else { throw broken }
    let body = bytes[end.upperBound...]
    let length = lines.dropFirst().lazy.compactMap { line in
      line.lowercased().hasPrefix("content-length:")
        ? Int(line.dropFirst(15).trimmingCharacters(in: .whitespaces)) : nil
    }.first
    guard length.map({ $0 == body.count }) ?? true else { throw broken }
    return Answer(status: status, body: Data(body))
  }
}

/// A connection to a port of 127.0.0.1.
private final class LoopbackConnection: @unchecked Sendable {  // the descriptor never changes
  private let descriptor: Int32

  /// - Throws: the system's error.
  init(port: UInt16) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let descriptor = descriptor
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        connect(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard descriptor >= 0, status == 0 else { throw Self.lastError }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Ends both directions, so that a thread that reads returns.
  func shutDown() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  func write(_ data: Data) throws {
    var rest = data[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Self.lastError }
      rest = rest.dropFirst(count)
    }
  }

  /// Reads until the server closes the connection.
  func readAll() throws -> Data {
    var (data, bytes) = (Data(), [UInt8](repeating: 0, count: 64 << 10))
    while true {
      let count = read(descriptor, &bytes, bytes.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Self.lastError }
      guard count > 0 else { return data }
      data.append(contentsOf: bytes[..<count])
    }
  }

  private static var lastError: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
