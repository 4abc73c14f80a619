import Foundation

/// What a store answered, whatever it says.
struct StoreAnswer: Sendable {
  /// Such as 200.
  let status: Int
  /// Empty if there was none.
  let body: Data
}
