/// The API key of the Transactions Reporting API, which a publisher gets from the store. Descriptions and mirrors never
/// show it.
public struct ReportingKey: Sendable {
  let text: String

  /// Creates a key from the store's text. Returns nil if the text is empty or contains anything but visible ASCII
  /// characters, such as a space or a line break.
  public init?(_ text: String) {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
    self.text = text
  }
}

extension ReportingKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// A placeholder without the key.
  public var description: String { "ReportingKey(…)" }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// An empty mirror, so that dumps do not show the key.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
