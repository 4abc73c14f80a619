import CausewayJSON

/// A reader of the members of a command's `data`, which checks each member and remembers which ones were read. For an
/// invalid member it throws ``LinkError/malformedInput`` with the field's name, never with its value.
///
/// A member that is `null` counts as missing. An optional text that is empty also counts as missing, because HTML forms
/// send empty texts.
final class Fields {
  /// The longest address, id or hash that is accepted, in characters. Real values are shorter, and the user must see
  /// the whole value.
  private static let longestWord = 512
  /// The maximum number of elements in a list. A transaction has no room for more, and no user would read more.
  private static let mostTexts = 64
  /// The longest URI that is accepted, in characters.
  private static let longestURI = 4096

  private let data: JSONValue?
  private var readNames: Set<String> = []

  init(_ data: JSONValue?) {
    self.data = data
  }

  /// Whether the page passed no data: nothing, `null` or `undefined`.
  var isMissing: Bool { data?.isNull ?? true }

  /// The members that the protocol does not define, which are those that no method has read.
  var unread: JSONObject {
    var unread = data?.objectValue ?? [:]
    for name in readNames { unread.removeValue(forKey: name) }
    return unread
  }

  private func fault(_ name: String, _ what: String) -> LinkError {
    LinkError(.malformedInput, "\"\(name)\" \(what).")
  }

  /// Returns a member of any type; nil if it is missing.
  func value(_ name: String) -> JSONValue? {
    readNames.insert(name)
    guard let value = data?[name], !value.isNull else { return nil }
    return value
  }

  /// Returns a text; nil if it is missing or empty.
  func optionalText(_ name: String) throws(LinkError) -> String? {
    guard let value = value(name) else { return nil }
    guard let text = value.stringValue else { throw fault(name, "must be a string") }
    return text.isEmpty ? nil : text
  }

  /// Returns a text; throws if it is missing or empty.
  func text(_ name: String) throws(LinkError) -> String {
    guard let text = try optionalText(name) else { throw fault(name, "is missing or empty") }
    return text
  }

  /// Returns an address, an id or a hash: printable ASCII without spaces, short enough to be shown completely. Returns
  /// nil if it is missing.
  func optionalWord(_ name: String) throws(LinkError) -> String? {
    guard let text = try optionalText(name) else { return nil }
    guard text.utf8.count <= Self.longestWord, text.utf8.allSatisfy(isVisible) else {
      throw fault(name, "must be printable ASCII without spaces, and have at most \(Self.longestWord) characters")
    }
    return text
  }

  /// Returns an address, an id or a hash; throws if it is missing.
  func word(_ name: String) throws(LinkError) -> String {
    guard let word = try optionalWord(name) else { throw fault(name, "is missing or empty") }
    return word
  }

  /// Returns a URI (RFC 3986) with a scheme, exactly as the page wrote it.
  func uri(_ name: String) throws(LinkError) -> String {
    let text = try text(name)
    let parts = text.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
    guard text.utf8.count <= Self.longestURI, text.utf8.allSatisfy(isVisible), parts.count == 2,
      let first = parts[0].first, first.isASCIILetter, !parts[1].isEmpty,
      parts[0].allSatisfy({ $0.isASCIIAlphanumeric || "+-.".utf8.contains($0) })
    else { throw fault(name, "must be a URI with a scheme, and have at most \(Self.longestURI) characters") }
    return text
  }

  /// Returns an amount. Accepts a text or a number, because published clients pass both.
  func amount(_ name: String) throws(LinkError) -> Amount {
    let amount: Amount? =
      switch value(name) {
      case nil, .string(""): throw fault(name, "is missing or empty")
      case .string(let text): Amount(text)
      case .number(let number): Amount(number)
      case .null, .bool, .array, .object: nil
      }
    guard let amount else {
      throw fault(
        name,
        "must be a decimal number, zero or more, with at most \(Amount.maximumLength) characters, such as 0.000123")
    }
    return amount
  }

  /// Returns a whole number in a range. Accepts a number or canonical decimal text, because published clients pass
  /// both.
  func integer(_ name: String, in range: ClosedRange<Int>) throws(LinkError) -> Int {
    let integer: Int? =
      switch value(name) {
      case .number(let number): Int(exactly: number)
      case .string(let text): Int(text).flatMap { String($0) == text ? $0 : nil }
      case nil, .null, .bool, .array, .object: nil
      }
    guard let integer, range.contains(integer) else {
      throw fault(name, "must be a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return integer
  }

  /// Returns a Boolean; throws if it is missing.
  func flag(_ name: String) throws(LinkError) -> Bool {
    guard let flag = value(name)?.boolValue else { throw fault(name, "must be true or false") }
    return flag
  }

  /// Returns a list of texts; empty if it is missing.
  func texts(_ name: String) throws(LinkError) -> [String] {
    guard let value = value(name) else { return [] }
    let texts = value.arrayValue?.map(\.stringValue)
    guard let texts, !texts.contains(nil) else { throw fault(name, "must be a list of strings") }
    guard texts.count <= Self.mostTexts else { throw fault(name, "must have at most \(Self.mostTexts) elements") }
    return texts.compactMap(\.self)
  }

  /// Returns a value of an enumeration; throws if the text is none of its values.
  func choice<Choice: RawRepresentable<String> & CaseIterable>(_ name: String) throws(LinkError) -> Choice {
    guard let choice = Choice(rawValue: try text(name)) else {
      throw fault(name, "must be one of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return choice
  }
}

private func isVisible(_ byte: UInt8) -> Bool { 0x21...0x7E ~= byte }
