import CausewayHTTP
import Foundation
import Testing

@testable import OnsideSandbox

@Suite("The store's log", .serialized) struct RequestLogTests {
  @Test(
    "A request is one line without characters that a terminal acts on",
    arguments: [
      "X\u{1B}[2J", "\u{9B}31m", "\u{202E}TEG", "G\u{200B}ET", "\u{2028}GET", "\u{7F}GET", "G\u{85}ET", "\u{FEFF}GET",
      "\u{E0041}GET", "G\u{2066}E\u{2069}T", "G\u{B}ET", "G\u{C}ET", "G\u{8}ET", "G\rET",
    ])
  func method(_ method: String) async throws {
    // The server refuses the raw text before there is a request to log. The percent-encoded text is part of a valid
    // path.
    let escaped = try #require(method.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
    try await TestServer.serve { server in
      for head in [
        "GET /\(escaped)?\(escaped)=\(escaped) HTTP/1.1\r\nHost: 127.0.0.1",
        "\(method) / HTTP/1.1\r\nHost: 127.0.0.1", "GET /\(method) HTTP/1.1\r\nHost: 127.0.0.1",
        "GET / HTTP/1.1\r\nHost: \(method)", "GET /?\(method) HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: \(method)",
      ] {
        try await Self.send(head + "\r\nConnection: close\r\n\r\n", to: server.url)
      }
      #expect(!server.log.lines.isEmpty)
      for line in server.log.lines {
        let isHarmless = line.unicodeScalars.allSatisfy { scalar in
          switch scalar.properties.generalCategory {
          case .control, .format, .lineSeparator, .paragraphSeparator: false
          default: true
          }
        }
        #expect(isHarmless, "\(line.debugDescription)")
      }
    }
  }

  /// The server accepts only a token of HTTP as a method, so this test calls the log directly. The log must stay safe
  /// even if a later version of the server accepts more.
  @Test("Control and invisible characters are written out, in the method and in the remark")
  func everyScalar() async throws {
    let all = (UInt32(0)...0x10FFFF).compactMap(Unicode.Scalar.init).filter(Self.isHidden)
    #expect(all.count > 4_000)
    var bad: [String] = []
    for scalar in all {
      let written = TestLog()
      let log = RequestLog(router: Router(), write: { written.write($0) })
      let text = "a\(scalar)\nb"
      _ = await log.answer(HTTPRequest(method: text, path: [])) { _ in
        var answer = HTTPResponse(500)
        answer.remark = text
        return answer
      }
      let line = written.lines.joined(separator: "\n")
      let note = "a⟨U+" + String(format: "%04X", scalar.value) + "⟩⟨U+000A⟩b"
      if line.components(separatedBy: note).count != 3 || line.unicodeScalars.contains(where: Self.isHidden) {
        bad.append(String(scalar.value, radix: 16))
      }
    }
    #expect(bad.isEmpty, "\(bad.count): \(bad.prefix(20))")
  }

  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    // Test only the first and the last of the private-use scalars, because there are too many of them, and the log
    // treats all of them alike.
    case .privateUse: scalar == "\u{E000}" || scalar == "\u{10FFFD}"
    default: scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  /// Sends bytes unchanged, and waits until the server has closed the connection. Uses its own thread, because a task
  /// that blocks would occupy one of the few threads on which the server's tasks run.
  private static func send(_ text: String, to url: URL) async throws {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try exchange(text, with: url) }) }
    }
  }

  private static func exchange(_ text: String, with url: URL) throws {
    let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(connection) }
    var limit = timeval(tv_sec: 120, tv_usec: 0)
    setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(try #require(url.port)).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(result == 0)
    let bytes = Array(text.utf8)
    try #require(write(connection, bytes, bytes.count) == bytes.count)
    var buffer = [UInt8](repeating: 0, count: 4096)
    while read(connection, &buffer, buffer.count) > 0 {}
  }
}
