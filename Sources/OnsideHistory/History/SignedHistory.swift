/// A history whose signature was checked, with the signature, which is evidence.
///
/// Whoever has the text of the signature can present it, so descriptions and mirrors are without it.
public struct SignedHistory: Sendable {
  /// The compact JWS, to be stored as evidence. It does not belong into logs.
  public let jws: String
  /// The key that it was signed with.
  public let keyID: String?
  /// What was signed.
  public let history: TransactionHistory

  /// A history whose signature the caller has checked, which nothing here does again: ``HistoryVerifier`` makes them.
  ///
  /// - Parameter history: what `jws` says, or a part of its purchases.
  public init(jws: String, keyID: String?, history: TransactionHistory) {
    self.jws = jws
    self.keyID = keyID
    self.history = history
  }
}

extension SignedHistory: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// How many purchases, and by which key.
  public var description: String {
    "SignedHistory(\(history.transactions.count) purchases, signed with \(keyID ?? "a key without a name"))"
  }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// All but the signature's text.
  public var customMirror: Mirror { Mirror(self, children: ["keyID": keyID as Any, "history": history]) }
}
