/// What holds a secret, or a token that is as good as one: printing, interpolating and dumping show none of it.
protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Redacted {
  /// The same as `description`.
  public var debugDescription: String { description }

  /// No members.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
