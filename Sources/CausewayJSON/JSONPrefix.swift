/// What the beginning of a JSON text shows: the string members of the object that it begins, each if it is there whole.
///
/// For a text that is too large to be read, or nests too deep, and still has to be answered. The text may also be a JSON
/// string that holds such an object; its escapes are undone first. Whatever is no JSON as far as it can be seen shows
/// nothing. What a later member of the same name says cannot be seen, so this is a hint and proves nothing.
public struct JSONPrefix: Hashable, Sendable {
  private let strings: JSONObject

  /// Reads the beginning of a text. Where it ends in the middle of a character or an escape, that is left out.
  public init(_ beginning: some StringProtocol) {
    var scanner = JSONPrefixScanner(Array(beginning.utf8))
    if scanner.isAtString, let text = scanner.beginningOfString() { scanner = JSONPrefixScanner(Array(text.utf8)) }
    strings = scanner.stringMembers()
  }

  /// The member of this name, if it is a string and shown whole.
  public subscript(name: String) -> String? { strings[name]?.stringValue }
}
