import Foundation

/// The tokens with which inspectors connect.
///
/// The address that the server prints has a token of this run alone, because such an address may get into a log or a
/// picture. An inspector that is connected gets a token with an expiry and a signature instead, which a restarted server
/// with the same secret accepts, so that open inspectors go on working.
@MainActor final class InspectorTokens {
  /// The time for which a token of an open inspector is valid, in seconds.
  static let validity: TimeInterval = 12 * 3_600

  /// The token in the printed address.
  let ofRun = randomName()
  /// The secret of the signatures; nil if no later server can know these inspectors.
  var key: Data?
  private let now: @MainActor () -> Date

  /// - Parameter now: returns the time.
  init(now: @escaping @MainActor () -> Date = { Date() }) {
    self.now = now
  }

  /// Returns a token for an open inspector; nil without a secret.
  func issue() -> String? {
    guard let key else { return nil }
    let claim = "\(randomName()).\(Int(now().timeIntervalSince1970 + Self.validity))"
    return "\(claim).\(signature(of: claim, key))"
  }

  /// Returns whether a token is valid.
  func accepts(_ token: String) -> Bool {
    if isEqual(ofRun, token) { return true }
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard let key, parts.count == 3, let end = TimeInterval(parts[1]), now().timeIntervalSince1970 <= end else {
      return false
    }
    return isEqual(signature(of: "\(parts[0]).\(parts[1])", key), parts[2])
  }

  private func signature(of claim: String, _ key: Data) -> String { keyedDigest(of: "inspector \(claim)", key) }
}
