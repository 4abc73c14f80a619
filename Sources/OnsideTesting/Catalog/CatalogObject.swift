import CausewayJSON

/// The mistakes in a file, collected while it is read.
final class CatalogMistakes {
  private(set) var all: [CatalogError.Mistake] = []

  func note(_ problem: String, at path: CatalogPath) {
    all.append(CatalogError.Mistake(place: path.description, problem: problem))
  }
}

/// An object of a StoreKit configuration file. Its methods return members by type, and note each member that is missing
/// or has another type. An optional member may be `null`, because Xcode writes that for a missing value.
///
/// This is a class, because a file can have 100,000 objects, and passing one reference costs less than copying a
/// structure with several references.
final class CatalogObject {
  let members: JSONObject
  let path: CatalogPath
  let mistakes: CatalogMistakes

  init(members: JSONObject, path: CatalogPath, mistakes: CatalogMistakes) {
    self.members = members
    self.path = path
    self.mistakes = mistakes
  }

  enum Presence {
    case required, optional
  }

  func note(_ problem: String, at key: String) {
    mistakes.note(problem, at: .member(key, of: path))
  }

  /// - Parameter wanted: the expected type, for the message, such as "a string".
  private func read<Value>(
    _ key: String, _ presence: Presence, _ wanted: String, _ value: (JSONValue) -> Value?
  ) -> Value? {
    guard let member = members[key], presence == .required || !member.isNull else {
      if presence == .required { note("missing", at: key) }
      return nil
    }
    if let value = value(member) { return value }
    note("\(member.kind) instead of \(wanted)", at: key)
    return nil
  }

  func string(_ key: String, _ presence: Presence = .required) -> String? {
    read(key, presence, "a string", \.stringValue)
  }

  /// Returns a non-empty string; notes an empty one as a mistake.
  func name(_ key: String) -> String? {
    guard let name = string(key) else { return nil }
    guard name.isEmpty else { return name }
    note("empty", at: key)
    return nil
  }

  func flag(_ key: String) -> Bool? { read(key, .optional, "true or false", \.boolValue) }

  func number(_ key: String, _ presence: Presence = .optional) -> Double? {
    read(key, presence, "a number", \.numberValue)
  }

  func object(_ key: String, _ presence: Presence = .required) -> CatalogObject? {
    read(key, presence, "an object", \.objectValue)
      .map { CatalogObject(members: $0, path: .member(key, of: path), mistakes: mistakes) }
  }

  /// Returns the objects in an array. Notes and omits each element that is not an object.
  func objects(_ key: String, _ presence: Presence = .required) -> [CatalogObject] {
    guard let elements = read(key, presence, "an array", \.arrayValue) else { return [] }
    let array = CatalogPath.member(key, of: path)
    return elements.indices.compactMap { position in
      let path = CatalogPath.element(position, of: array)
      guard let members = elements[position].objectValue else {
        mistakes.note("\(elements[position].kind) instead of an object", at: path)
        return nil
      }
      return CatalogObject(members: members, path: path, mistakes: mistakes)
    }
  }

  /// Returns the enumeration case whose raw value is the string. Notes any other string as a mistake.
  /// - Parameter what: the meaning of the enumeration, for the message, such as "a payment mode".
  func choice<Choice: RawRepresentable & CaseIterable>(_ key: String, _ what: String) -> Choice?
  where Choice.RawValue == String {
    guard let text = string(key) else { return nil }
    if let choice = Choice(rawValue: text) { return choice }
    let words = Choice.allCases.map(\.rawValue)
    let last = words.last ?? ""
    note("\(text.quoted) is not \(what); write \(words.dropLast().joined(separator: ", ")) or \(last)", at: key)
    return nil
  }
}

extension JSONValue {
  /// The value's type, for a sentence.
  fileprivate var kind: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

extension String {
  /// The text in quotes and on one line, with invisible characters as escapes. The quotes contain at most 60 scalars,
  /// including escapes; the rest of a longer text is cut off.
  var quoted: String {
    var shown = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      let next = scalar.shown.unicodeScalars
      guard shown.count + next.count <= 60 else { return "\"\(String(shown))…\"" }
      shown += next
    }
    return "\"\(String(shown))\""
  }
}

extension Unicode.Scalar {
  /// The scalar, or an escape if it is invisible or would end the quotation.
  fileprivate var shown: String {
    let escaped = JSONValue.string(String(self)).json.dropFirst().dropLast()
    guard escaped.unicodeScalars.elementsEqual(CollectionOfOne(self)) else { return String(escaped) }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator:
      return "\\u{\(String(value, radix: 16, uppercase: true))}"
    default: return String(self)
    }
  }
}
