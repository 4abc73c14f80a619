import Dispatch
import Foundation

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A small HTTP server on 127.0.0.1, for tests of downloads, challenges and broken connections, which need real HTTP.
/// The server closes each connection after one answer.
@MainActor public final class HTTPServer {
  /// A client's request. The names of its header fields are in lower case.
  public struct Request: Sendable {
    /// The request's method, such as `GET`.
    public var method: String
    /// The request's path, with the query.
    public var path: String
    /// The header fields.
    public var headers: [String: String]
  }

  /// The server's answer to a request.
  public struct Response: Sendable {
    var status: Int
    var headers: [String: String]
    var body: Data
    /// The value of `Content-Length`. If it is larger than the body, the connection stays open.
    var length: Int
    var manner = Manner.whole

    enum Manner {
      case whole, silent, hangingUp
    }

    /// Creates an answer.
    ///
    /// - Parameter length: the value of `Content-Length`, if the server must send fewer bytes than this value states,
    ///   so that the client waits.
    public init(
      _ body: String = "", status: Int = 200, type: String = "text/html", headers: [String: String] = [:],
      length: Int? = nil
    ) {
      self.status = status
      self.body = Data(body.utf8)
      self.headers = headers.merging(["Content-Type": type]) { own, _ in own }
      self.length = length ?? self.body.count
    }

    /// Returns an answer with a page.
    public static func page(_ html: String) -> Response { Response(html) }

    /// Returns a redirect to another path.
    public static func redirect(_ path: String) -> Response { Response(status: 302, headers: ["Location": path]) }

    /// Returns an answer that begins a page and never ends. The beginning is long enough for WebKit to show it.
    public static func beginning(_ html: String) -> Response {
      Response(html + String(repeating: " ", count: 8192), length: 1_000_000)
    }

    /// No answer, on a connection that stays open.
    public static var silence: Response { Response(in: .silent) }

    /// No answer, on a connection that the server closes.
    public static var hangUp: Response { Response(in: .hangingUp) }

    private init(in manner: Manner) {
      self.init()
      self.manner = manner
    }

    var bytes: Data {
      var head = "HTTP/1.1 \(status) Status\r\nContent-Length: \(length)\r\nConnection: close\r\n"
      for (name, value) in headers { head += "\(name): \(value)\r\n" }
      return Data((head + "\r\n").utf8) + body
    }
  }

  /// The port that the system chose.
  public let port: Int
  /// All requests, in the order in which they arrived.
  public private(set) var requests: [Request] = []

  private let answer: (Request) -> Response
  private let listener: Int32
  private var source: (any DispatchSourceRead)?
  private var connections: [Int32: Connection] = [:]

  private struct Connection {
    let source: any DispatchSourceRead
    var text = Data()
  }

  /// Creates a server that listens until the object is released.
  public init(_ answer: @escaping (Request) -> Response) throws {
    self.answer = answer
    listener = Self.makeSocket()
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { [listener] address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 16) == 0 && getsockname(listener, $0, &length) == 0
      }
    }
    guard isListening else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    port = Int(UInt16(bigEndian: address.sin_port))
    let source = DispatchSource.makeReadSource(fileDescriptor: listener, queue: .main)
    source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.accept() } }
    source.setCancelHandler { [listener] in close(listener) }
    source.activate()
    self.source = source
  }

  /// Creates a server with fixed answers for paths, and 404 for all other paths.
  public convenience init(_ answers: [String: Response]) throws {
    try self.init { answers[$0.path] ?? Response(status: 404) }
  }

  /// Returns the URL of a path.
  public func url(_ path: String) -> URL { URL(string: "http://127.0.0.1:\(port)\(path)")! }

  /// The number of connections that neither side has closed.
  public var openConnections: Int { connections.count }

  /// Closes all open connections.
  public func breakConnections() {
    for descriptor in connections.keys { end(descriptor) }
  }

  private static func makeSocket() -> Int32 {
    #if canImport(Darwin)
    socket(AF_INET, SOCK_STREAM, 0)
    #else
    socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    #endif
  }

  private func accept() {
    #if canImport(Darwin)
    let descriptor = Darwin.accept(listener, nil, nil)
    // Without this option, an answer to a client that has gone would end the process. Darwin needs the option because
    // it has no MSG_NOSIGNAL.
    var isOn: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
    #else
    let descriptor = Glibc.accept(listener, nil, nil)
    #endif
    guard descriptor >= 0 else { return }
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.read(descriptor) } }
    source.setCancelHandler { close(descriptor) }
    connections[descriptor] = Connection(source: source)
    source.activate()
  }

  private func read(_ descriptor: Int32) {
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    guard count > 0 else { return end(descriptor) }
    connections[descriptor]?.text.append(contentsOf: buffer.prefix(count))
    guard let text = connections[descriptor]?.text, let end = text.range(of: Data("\r\n\r\n".utf8)),
      let request = Self.parse(String(decoding: text[..<end.lowerBound], as: UTF8.self))
    else { return }
    connections[descriptor]?.text = Data()
    requests.append(request)
    let response = answer(request)
    switch response.manner {
    case .silent: return
    case .hangingUp: return self.end(descriptor)
    case .whole: break
    }
    #if canImport(Darwin)
    let flags: Int32 = 0
    #else
    // Without this flag, an answer to a client that has gone would end the process.
    let flags = Int32(MSG_NOSIGNAL)
    #endif
    _ = response.bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, flags) }
    if response.length == response.body.count { self.end(descriptor) }
  }

  private static func parse(_ head: String) -> Request? {
    let lines = head.components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ")
    guard words.count == 3 else { return nil }
    let fields = lines.dropFirst().compactMap { line -> (String, String)? in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      return (line[..<colon].lowercased(), line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces))
    }
    return Request(
      method: String(words[0]), path: String(words[1]), headers: Dictionary(fields) { $0 + ", " + $1 })
  }

  private func end(_ descriptor: Int32) {
    connections.removeValue(forKey: descriptor)?.source.cancel()
  }

  isolated deinit {
    source?.cancel()
    breakConnections()
  }
}
