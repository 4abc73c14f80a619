/// The Merchant Secret of the Onside Manager. Nothing that prints it shows it.
public struct MerchantSecret: Sendable {
  /// How many bytes a secret has at least: as many as a hash of HS256 (RFC 7518 section 3.2).
  public static let shortestBytes = 32

  /// What tokens are signed with.
  package let bytes: [UInt8]

  /// Whether it has ``shortestBytes``. A shorter one signs nothing.
  public var isLongEnough: Bool { bytes.count >= Self.shortestBytes }

  /// The secret as the Onside Manager shows it; its UTF-8 signs.
  public init(_ text: String) {
    bytes = Array(text.utf8)
  }
}

extension MerchantSecret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// That there is a secret, and nothing of it.
  public var description: String { "MerchantSecret(…)" }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// Without the secret.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
