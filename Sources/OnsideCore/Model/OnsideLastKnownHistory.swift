import Foundation

/// The signed history that the device received last for the logged-in user. It says what the user owned at that time.
/// Later purchases on other devices, renewals and refunds are not in it.
public struct OnsideLastKnownHistory: Hashable, Codable, Sendable {
  /// The store's bytes, unchanged. The signature must be verified, as for a history that has just arrived.
  public var data: Data
  /// The time at which the history arrived, by the device's clock.
  public var receivedAt: Date

  /// The history, for code that takes one.
  public var history: OnsideSignedInAppsHistory { OnsideSignedInAppsHistory(data: data) }

  /// Creates a history, for a test.
  public init(data: Data, receivedAt: Date) {
    self.data = data
    self.receivedAt = receivedAt
  }
}
