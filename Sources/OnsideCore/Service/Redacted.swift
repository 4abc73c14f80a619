/// A value that a log, an error or a debugger's dump must not show.
///
/// A public type cannot inherit its descriptions from this package protocol, so it declares its own.
package protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Redacted {
  /// The type's name without the value: `CardInput(redacted)`.
  package var description: String { "\(Self.self)(redacted)" }
  /// The type's name without the value: `CardInput(redacted)`.
  package var debugDescription: String { description }
  /// A mirror without children, so that `dump` shows no property.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
