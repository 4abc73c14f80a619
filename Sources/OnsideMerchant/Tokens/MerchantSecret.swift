import Foundation

/// The Merchant Secret of the Onside Manager. Nothing that prints it shows it.
///
/// The store chooses the secret, so a secret of any length but 0 signs. RFC 7518 section 3.2 asks for
/// ``recommendedBytes`` or more: see ``isLongEnough``.
public struct MerchantSecret: Sendable {
  /// How many bytes RFC 7518 section 3.2 asks for at least: as many as a hash of HS256 has.
  public static let recommendedBytes = 32

  /// What tokens are signed with.
  package let bytes: [UInt8]

  /// Whether the secret has ``recommendedBytes``. A shorter one works, but is easier to guess: ask the store for a
  /// longer one.
  public var isLongEnough: Bool { bytes.count >= Self.recommendedBytes }

  /// Whether there is no secret: that signs nothing.
  public var isEmpty: Bool { bytes.isEmpty }

  /// The secret as the Onside Manager shows it; its UTF-8 signs.
  public init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// The secret's own bytes, for one that is not UTF-8.
  public init(bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
  }

  /// The secret whose bytes are written as base64, for one that is not UTF-8.
  ///
  /// - Parameter text: By the alphabet of base64 or of base64url (RFC 4648), with or without padding. Anything else,
  ///   also white space, gives nil.
  public init?(base64 text: String) {
    let padding = text.utf8.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    let digits = text.dropLast(padding).replacingOccurrences(of: "-", with: "+")
      .replacingOccurrences(of: "_", with: "/")
    let missing = (4 - digits.utf8.count % 4) % 4
    guard missing < 3, padding == 0 || padding == missing,
      let data = Data(base64Encoded: digits + String(repeating: "=", count: missing))
    else { return nil }
    bytes = Array(data)
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
