import Causeway
import CausewayJSON

/// The members of a command's `data`, each checked as it is read, and those that were not read. What does not fit throws
/// ``LinkError/malformedInput`` with the field's name, never with its value.
///
/// A member that is `null` is missing, and so is an optional text that is empty: forms send those.
final class Fields {
  /// The longest value that is shown to the user whole, in characters: an address, an id or a hash has fewer.
  private static let longestWord = 512
  /// The most elements of a list: no transaction has room for more, and no person reads them.
  private static let mostTexts = 64
  /// The longest URI, in characters.
  private static let longestURI = 4096

  private let data: JSONValue?
  private var readNames: Set<String> = []

  init(_ data: JSONValue?) {
    self.data = data
  }

  /// Whether the page passed no data at all: nothing, `null` or `undefined`.
  var isMissing: Bool { data?.isNull ?? true }

  /// The members that were not read.
  var unread: JSONObject {
    var unread = data?.objectValue ?? [:]
    for name in readNames { unread.removeValue(forKey: name) }
    return unread
  }

  private func fault(_ name: String, _ what: String) -> LinkError {
    LinkError(.malformedInput, "\"\(name)\" \(what).")
  }

  /// The member, whatever it is; nil if there is none.
  func value(_ name: String) -> JSONValue? {
    readNames.insert(name)
    guard let value = data?[name], !value.isNull else { return nil }
    return value
  }

  /// A text, if there is one that is not empty.
  func optionalText(_ name: String) throws(LinkError) -> String? {
    guard let value = value(name) else { return nil }
    guard let text = value.stringValue else { throw fault(name, "is not a string") }
    return text.isEmpty ? nil : text
  }

  /// A text that is not empty.
  func text(_ name: String) throws(LinkError) -> String {
    guard let text = try optionalText(name) else { throw fault(name, "is missing or empty") }
    return text
  }

  /// An address, an id or a hash, if there is one: printable ASCII without spaces, short enough to be shown whole.
  func optionalWord(_ name: String) throws(LinkError) -> String? {
    guard let text = try optionalText(name) else { return nil }
    guard text.utf8.count <= Self.longestWord, text.utf8.allSatisfy(isVisible) else {
      throw fault(name, "has characters that do not belong there, or too many")
    }
    return text
  }

  /// An address, an id or a hash.
  func word(_ name: String) throws(LinkError) -> String {
    guard let word = try optionalWord(name) else { throw fault(name, "is missing or empty") }
    return word
  }

  /// A URI (RFC 3986) with a scheme, as it was written.
  func uri(_ name: String) throws(LinkError) -> String {
    let text = try text(name)
    let parts = text.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
    guard text.utf8.count <= Self.longestURI, text.utf8.allSatisfy(isVisible), parts.count == 2,
      let first = parts[0].first, isLetter(first), !parts[1].isEmpty,
      parts[0].allSatisfy({ isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) })
    else { throw fault(name, "is not a URI") }
    return text
  }

  /// An amount, as text or as a number: published clients pass both.
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
        name, "is not a decimal number from zero up, such as 0.000123, of at most \(Amount.maximumLength) characters")
    }
    return amount
  }

  /// A whole number in a range, as a number or as canonical decimal text: published clients pass both.
  func integer(_ name: String, in range: ClosedRange<Int>) throws(LinkError) -> Int {
    let integer: Int? =
      switch value(name) {
      case .number(let number): Int(exactly: number)
      case .string(let text): Int(text).flatMap { String($0) == text ? $0 : nil }
      case nil, .null, .bool, .array, .object: nil
      }
    guard let integer, range.contains(integer) else {
      throw fault(name, "is not a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return integer
  }

  /// A Boolean.
  func flag(_ name: String) throws(LinkError) -> Bool {
    guard let flag = value(name)?.boolValue else { throw fault(name, "is not true or false") }
    return flag
  }

  /// A list of texts; empty if there is none.
  func texts(_ name: String) throws(LinkError) -> [String] {
    guard let value = value(name) else { return [] }
    let texts = value.arrayValue?.map(\.stringValue)
    guard let texts, !texts.contains(nil) else { throw fault(name, "is not a list of strings") }
    guard texts.count <= Self.mostTexts else { throw fault(name, "has more than \(Self.mostTexts) elements") }
    return texts.compactMap(\.self)
  }

  /// One of the values of an enumeration.
  func choice<Choice: RawRepresentable<String>>(_ name: String) throws(LinkError) -> Choice {
    guard let choice = Choice(rawValue: try text(name)) else { throw fault(name, "is none of the values it can have") }
    return choice
  }
}

private func isVisible(_ byte: UInt8) -> Bool { 0x21...0x7E ~= byte }
private func isLetter(_ byte: UInt8) -> Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 }
private func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
