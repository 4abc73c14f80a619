import Testing

/// A request that a server must refuse, and the status of the refusal.
struct OddRequest: Sendable, CustomTestStringConvertible {
  let name: String
  let text: String
  let status: Int

  init(_ name: String, _ text: String, _ status: Int = 400) {
    self.name = name
    self.text = text
    self.status = status
  }

  var testDescription: String { name }

  private static func get(_ field: String) -> String { "GET / HTTP/1.1\r\nHost: x\r\n\(field)\r\n\r\n" }

  private static func chunked(_ body: String) -> String {
    "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n\(body)"
  }

  /// RFC 9112, section 3.2.4: only OPTIONS may have the target `*`. This server accepts only paths.
  static let asterisks = ["OPTIONS", "GET", "POST", "HEAD"].map { method in
    OddRequest("\(method) *", "\(method) * HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n")
  }

  /// Requests that two HTTP programs could read differently. The numbers in the names are sections of RFC 9112.
  static let lenient = [
    OddRequest("space before the colon (5.1)", get("X-A : 1")),
    OddRequest("space before the colon of Content-Length (5.1)", get("Content-Length : 5")),
    OddRequest("tab before the colon (5.1)", get("X-A\t: 1")),
    OddRequest("folded line (5.2)", get("X-A: 1\r\n 2")),
    OddRequest("folded line with a tab (5.2)", get("X-A: 1\r\n\t2")),
    OddRequest("folded first line (2.2)", "GET / HTTP/1.1\r\n Host: x\r\n\r\n"),
    OddRequest("field without a colon (5)", get("X-A")),
    OddRequest("field without a name (5)", get(": 1")),
    OddRequest("name with a forbidden character (5)", get("X(A): 1")),
    OddRequest("control character in a value (5.5 of RFC 9110)", get("X-A: \u{1}")),
    OddRequest("NUL in a value (5.5 of RFC 9110)", get("X-A: a\0b")),
    OddRequest("bare CR in a value (2.2)", get("X-A: a\rb")),
    OddRequest("Transfer-Encoding: identity (7)", get("Transfer-Encoding: identity")),
    OddRequest(
      "Transfer-Encoding: identity with a length (6.1)", get("Transfer-Encoding: identity\r\nContent-Length: 0")),
    OddRequest("chunked twice (6.1)", get("Transfer-Encoding: chunked, chunked")),
    OddRequest("two fields Transfer-Encoding (6.1)", get("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked")),
    OddRequest("chunked in HTTP/1.0 (6.1)", "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
    OddRequest("gzip last (6.3)", get("Transfer-Encoding: chunked, gzip")),
    OddRequest("empty Content-Length (6.3)", get("Content-Length: ")),
    OddRequest("two equal lengths (6.3)", get("Content-Length: 0\r\nContent-Length: 0")),
    OddRequest("bare LF between lines (2.2)", "GET / HTTP/1.1\nHost: x\n\n"),
    OddRequest("bare LF after a field (2.2)", "GET / HTTP/1.1\r\nHost: x\nX-A: 1\r\n\r\n"),
    OddRequest("bare LF at the end of the head (2.2)", "GET / HTTP/1.1\r\nHost: x\r\n\n"),
    OddRequest("two spaces in the request line (3)", "GET  / HTTP/1.1\r\nHost: x\r\n\r\n"),
    OddRequest("tab in the request line (3)", "GET\t/ HTTP/1.1\r\nHost: x\r\n\r\n"),
    OddRequest("space after the version (3)", "GET / HTTP/1.1 \r\nHost: x\r\n\r\n"),
    OddRequest("space before the method (3)", " GET / HTTP/1.1\r\nHost: x\r\n\r\n"),
    OddRequest("version in small letters (2.3)", "GET / http/1.1\r\nHost: x\r\n\r\n"),
    OddRequest("version with a leading zero (2.3)", "GET / HTTP/01.1\r\nHost: x\r\n\r\n"),
    OddRequest("no version (3)", "GET /\r\nHost: x\r\n\r\n"),
    OddRequest("another major version (2.3)", "GET / HTTP/2.0\r\nHost: x\r\n\r\n", 505),
    OddRequest("method with a forbidden character (3.1)", "G(T / HTTP/1.1\r\nHost: x\r\n\r\n"),
    OddRequest("relative target (3.2)", "GET a HTTP/1.1\r\nHost: x\r\n\r\n"),
    OddRequest("fragment (3.2)", "GET /#a HTTP/1.1\r\nHost: x\r\n\r\n"),
    OddRequest("another scheme (3.2.2)", "GET ftp://x/ HTTP/1.1\r\nHost: x\r\n\r\n"),
    OddRequest("user in the target (4.2.4 of RFC 9110)", "GET http://a@x/ HTTP/1.1\r\nHost: x\r\n\r\n"),
    OddRequest("authority as a target (3.2.3)", "CONNECT x:80 HTTP/1.1\r\nHost: x:80\r\n\r\n"),
    OddRequest("bytes that are not ASCII in the target (3.2)", "GET /ü HTTP/1.1\r\nHost: x\r\n\r\n"),
    OddRequest("no Host (3.2)", "GET / HTTP/1.1\r\n\r\n"),
    OddRequest("two fields Host (3.2)", "GET / HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n"),
    OddRequest("user in Host (3.2)", "GET / HTTP/1.1\r\nHost: a@x\r\n\r\n"),
    OddRequest("list in Host (3.2)", "GET / HTTP/1.1\r\nHost: x, y\r\n\r\n"),
    OddRequest("chunk size with 0x (7.1)", chunked("0x3\r\nabc\r\n0\r\n\r\n")),
    OddRequest("chunk size with a sign (7.1)", chunked("+3\r\nabc\r\n0\r\n\r\n")),
    OddRequest("chunk size with a space (7.1)", chunked("3 \r\nabc\r\n0\r\n\r\n")),
    OddRequest("empty chunk size (7.1)", chunked("\r\nabc\r\n0\r\n\r\n")),
    OddRequest("chunk size that is no number (7.1)", chunked("zz\r\n\r\n")),
    OddRequest("chunk size that is too large (7.1)", chunked("10000000000000003\r\nabc\r\n0\r\n\r\n")),
    OddRequest("bare LF after a chunk size (7.1)", chunked("3\nabc\r\n0\r\n\r\n")),
    OddRequest("bare LF after a chunk (7.1)", chunked("3\r\nabc\n0\r\n\r\n")),
    OddRequest("bare LF in a chunk extension (7.1.1)", chunked("3;a=\nb\r\nabc\r\n0\r\n\r\n")),
    OddRequest("more bytes than the chunk size (7.1)", chunked("3\r\nabcd\r\n0\r\n\r\n")),
    OddRequest("bare LF at the end of the body (7.1)", chunked("0\r\n\n")),
    OddRequest("folded trailer (7.1.2)", chunked("0\r\nX-A: 1\r\n 2\r\n\r\n")),
    OddRequest("bytes of TLS", "\u{16}\u{3}\u{1}\u{2}\0\u{1}\0\u{1}\r\n\r\n"),
    OddRequest("preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
  ]

  static let all = asterisks + lenient
}
