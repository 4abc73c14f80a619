import CausewayJOSE

/// A token of a session. The store keeps its SHA-256 only, and descriptions are without it.
package struct SessionToken: Hashable, Sendable {
  /// As it is sent.
  package let text: String

  /// A token that a client sent.
  package init(_ text: String) { self.text = text }

  /// A new one, of 256 random bits.
  static func random() -> SessionToken {
    var generator = SystemRandomNumberGenerator()
    return SessionToken(Base64URL.encode((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }))
  }

  /// What the store keeps of it.
  var digest: [UInt8] { SHA256Hash(of: text).bytes }
}

extension SessionToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Nothing of it.
  package var description: String { "SessionToken(redacted)" }
  /// Nothing of it.
  package var debugDescription: String { description }
  /// Nothing of it.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
