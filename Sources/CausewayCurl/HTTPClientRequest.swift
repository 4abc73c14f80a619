import CausewayTransport
import Foundation

/// A request that an ``HTTPLoader`` sends.
package struct HTTPClientRequest: Sendable {
  package enum Body: Sendable {
    case none
    case bytes([UInt8])
    /// The closure returns the next part, and nil at the end. If it throws, the request is given up.
    /// - Parameter length: the number of bytes; nil if it is not known.
    case stream(length: Int?, next: @Sendable () async throws -> Data?)
  }

  /// The method, such as `GET`.
  package var method: String
  /// The server and, without a ``target``, the path and the query.
  package var url: URL
  /// The percent-encoded path and query, which are sent exactly as they are; nil for those of the URL.
  package var target: String?
  /// The header fields. The request is not sent if a field contains a control character.
  package var fields: [HTTPField]
  package var body: Body
  /// Whether the request belongs to another client. It is then sent without fields of libcurl, such as `Accept`, and by HTTP/1.1.
  package var isForwarded = false
  /// Whether the client offers all compressions that libcurl supports, and undoes that of the answer.
  package var undoesCompression = false
  /// Whether the server's certificate is not checked.
  package var allowsAnyCertificate = false

  package init(_ method: String, _ url: URL, fields: [HTTPField] = [], body: Body = .none) {
    self.method = method
    self.url = url
    self.fields = fields
    self.body = body
  }

  /// The lines of the head for libcurl, each with a NUL at its end; nil if a field contains a control character.
  var lines: [[UInt8]]? {
    var lines: [[UInt8]] = []
    for field in fields {
      guard !field.name.isEmpty, field.name.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x3A && $0 != 0x7F }),
        field.bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 })
      else { return nil }
      // Libcurl sends a field without a value if a semicolon follows the name.
      lines.append(
        Array(field.name.utf8) + (field.bytes.isEmpty ? Array(";".utf8) : Array(": ".utf8) + field.bytes) + [0])
    }
    if isForwarded {
      // A name with a colon alone removes libcurl's own field.
      let names = Set(fields.map { $0.name.lowercased() })
      for name in ["Accept", "Content-Type", "Expect", "User-Agent"] where !names.contains(name.lowercased()) {
        lines.append(Array("\(name):".utf8) + [0])
      }
    }
    return lines
  }
}
