import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A server's answer, with any status.
package struct TransportAnswer: Sendable {
  /// The HTTP status, such as 200.
  package let status: Int
  /// The body; empty if there was none.
  package let body: Data
  /// The header fields, by names in lower case.
  private let fields: [String: String]

  init(_ response: HTTPURLResponse, body: Data) {
    status = response.statusCode
    self.body = body
    fields = Dictionary(
      response.allHeaderFields.map { ("\($0)".lowercased(), "\($1)") }, uniquingKeysWith: { "\($0), \($1)" })
  }

  /// Returns the value of a header field; nil if there is none. The letter case of the name does not matter.
  package func field(_ name: String) -> String? { fields[name.lowercased()] }
}
