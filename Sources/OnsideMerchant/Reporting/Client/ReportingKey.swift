/// The API key of the Transactions Reporting API, which the store gives a publisher. Nothing that prints it shows it.
public struct ReportingKey: Sendable {
  let text: String

  /// A key as the store gave it; nil if it is empty, or has a character that cannot stand in a header field, such as a
  /// space or a line break.
  public init?(_ text: String) {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
    self.text = text
  }
}

extension ReportingKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// That there is a key, and nothing of it.
  public var description: String { "ReportingKey(…)" }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// Without the key.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
