import CausewayJOSE

/// A token of a session. The store keeps only its SHA-256, and the descriptions hide it.
package struct SessionToken: Hashable, Sendable {
  /// The token as clients send it.
  package let text: String

  /// Creates a token from the text that a client sent.
  package init(_ text: String) { self.text = text }

  /// Creates a token from 256 random bits.
  static func random() -> SessionToken {
    var generator = SystemRandomNumberGenerator()
    return SessionToken(Base64URL.encode((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }))
  }

  /// The SHA-256 of the token, which the store keeps instead of the token.
  var digest: [UInt8] { SHA256Hash(of: text).bytes }
}

extension SessionToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// A placeholder that does not contain the token.
  package var description: String { "SessionToken(redacted)" }
  /// A placeholder that does not contain the token.
  package var debugDescription: String { description }
  /// A mirror without children, so that dumps do not print the token.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
