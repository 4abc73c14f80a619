/// The string members that are complete in the beginning of a JSON text, if the text is an object.
///
/// Use it for a text that is too large or too deep to parse and still needs an answer. The text may also be a JSON
/// string that contains such an object; its escapes are decoded first. If the beginning is not valid JSON, there are no
/// members. The rest of the text may contain a later member with the same name, so a value is a hint and not a proof.
public struct JSONPrefix: Hashable, Sendable {
  private let strings: JSONObject

  /// Reads the beginning of a text. An incomplete character or escape at the end is ignored.
  public init(_ beginning: some StringProtocol) {
    var scanner = JSONPrefixScanner(Array(beginning.utf8))
    if scanner.isAtString, let text = scanner.beginningOfString() { scanner = JSONPrefixScanner(Array(text.utf8)) }
    strings = scanner.stringMembers()
  }

  /// The value of a name, if that member is a string and complete; otherwise nil.
  public subscript(name: String) -> String? { strings[name]?.stringValue }
}
