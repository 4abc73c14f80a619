/// A value that a log, an error or a debugger's dump must not show.
///
/// A public type cannot take its descriptions from here, and has its own.
package protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Redacted {
  /// The type's name alone.
  package var description: String { "\(Self.self)(redacted)" }
  /// The type's name alone.
  package var debugDescription: String { description }
  /// Without children.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
