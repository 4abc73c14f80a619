import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What a server answered, whatever it says.
package struct TransportAnswer: Sendable {
  /// Such as 200.
  package let status: Int
  /// Empty if there was none.
  package let body: Data
  /// The header, by names in lower case.
  private let fields: [String: String]

  init(_ response: HTTPURLResponse, body: Data) {
    status = response.statusCode
    self.body = body
    fields = Dictionary(
      response.allHeaderFields.map { ("\($0)".lowercased(), "\($1)") }, uniquingKeysWith: { "\($0), \($1)" })
  }

  /// The value of a header field, whatever the letter case of its name; nil if there is none.
  package func field(_ name: String) -> String? { fields[name.lowercased()] }
}
