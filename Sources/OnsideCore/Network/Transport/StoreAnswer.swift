import Foundation

/// A store's answer, with any status.
struct StoreAnswer: Sendable {
  /// The HTTP status, such as 200.
  let status: Int
  /// The body; empty if the answer has none.
  let body: Data
}
