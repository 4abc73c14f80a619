/// A history whose signature was checked, with the signed text as evidence.
///
/// Anyone who has the signed text can present it, so descriptions and mirrors leave it out.
public struct SignedHistory: Sendable {
  /// The compact JWS, for storage as evidence. It must not be logged.
  public let jws: String
  /// The id of the key that signed the history; nil if the JWS names no key.
  public let keyID: String?
  /// The history that was signed.
  public let history: TransactionHistory

  /// Creates a history whose signature the caller has checked. This initializer does not check it; ``HistoryVerifier``
  /// does.
  ///
  /// - Parameter history: the history in `jws`, with all or some of its purchases.
  public init(jws: String, keyID: String?, history: TransactionHistory) {
    self.jws = jws
    self.keyID = keyID
    self.history = history
  }
}

extension SignedHistory: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The number of purchases and the key id.
  public var description: String {
    "SignedHistory(\(history.transactions.count) purchases, signed with \(keyID ?? "an unnamed key"))"
  }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// A mirror of all properties but `jws`.
  public var customMirror: Mirror { Mirror(self, children: ["keyID": keyID as Any, "history": history]) }
}
