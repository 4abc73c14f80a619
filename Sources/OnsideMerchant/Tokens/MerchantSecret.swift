import Foundation

/// The Merchant Secret of the Onside Manager. Descriptions and mirrors never show it.
///
/// The store chooses the secret, so every secret that is not empty is accepted. RFC 7518 section 3.2 requires
/// ``recommendedBytes`` or more, which ``isLongEnough`` checks.
public struct MerchantSecret: Sendable {
  /// The minimum length that RFC 7518 section 3.2 requires, in bytes: the size of an HS256 hash.
  public static let recommendedBytes = 32

  /// The key that signs tokens.
  package let bytes: [UInt8]

  /// Whether the secret has at least ``recommendedBytes``. A shorter secret works, but it is easier to guess: ask the
  /// store for a longer one.
  public var isLongEnough: Bool { bytes.count >= Self.recommendedBytes }

  /// Whether the secret has no bytes. An empty secret cannot sign.
  public var isEmpty: Bool { bytes.isEmpty }

  /// Creates the secret from the text that the Onside Manager shows. The text's UTF-8 is the key that signs tokens.
  public init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// Creates the secret from bytes, for a secret that is not UTF-8.
  public init(bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
  }

  /// Creates the secret from base64, for a secret that is not UTF-8.
  ///
  /// - Parameter text: The bytes in the alphabet of base64 or base64url (RFC 4648), with or without padding. Any other
  ///   text yields nil, including text with white space.
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
  /// A placeholder without the secret.
  public var description: String { "MerchantSecret(…)" }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// An empty mirror, so that dumps do not show the secret.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
