/// A type with a secret, or with a token that works like one. Printing, interpolation and dumps do not show the secret.
protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Redacted {
  /// The same as `description`.
  public var debugDescription: String { description }

  /// An empty mirror, so that dumps show no members.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
