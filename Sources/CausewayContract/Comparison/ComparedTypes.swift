import CausewayJSON

/// The named types of one of the compared contracts, with a sample value of each type.
struct ComparedTypes {
  let types: [String: Schema]
  /// The schema of each type without references and `null`, and whether `null` is allowed too.
  private let resolved: [String: Resolved]
  private let values: PossibleValues

  /// A schema that is neither a reference nor optional.
  typealias Resolved = (schema: Schema, isOptional: Bool)

  init(_ types: [String: Schema]) {
    resolved = Self.resolve(types)
    self.types = types
    values = PossibleValues(of: types, resolved: resolved)
  }

  /// Resolves all types. Follows each reference once, because a contract may have long chains of them. A type that refers
  /// only to itself becomes `any`; a contract that was read from JSON has no such type.
  private static func resolve(_ types: [String: Schema]) -> [String: Resolved] {
    var resolved: [String: Resolved] = [:]
    for name in types.keys {
      var chain: [(name: String, isOptional: Bool)] = []
      var followed: Set<String> = []
      var current = name
      var end: Resolved = (.any, false)
      while followed.insert(current).inserted {
        if let known = resolved[current] {
          end = known
          break
        }
        let (schema, isOptional) = unwrap(types[current] ?? .any)
        chain.append((current, isOptional))
        guard case .reference(let next) = schema else {
          end = (schema, false)
          break
        }
        current = next
      }
      for (name, isOptional) in chain.reversed() {
        end.isOptional = end.isOptional || isOptional
        resolved[name] = end
      }
    }
    return resolved
  }

  private static func unwrap(_ schema: Schema) -> Resolved {
    var schema = schema
    var isOptional = false
    while case .optional(let wrapped) = schema { (schema, isOptional) = (wrapped, true) }
    return (schema, isOptional)
  }

  /// Follows references and removes `null`. Returns the schema that remains, and whether `null` is allowed too.
  func resolve(_ schema: Schema) -> Resolved {
    let (unwrapped, isOptional) = Self.unwrap(schema)
    guard case .reference(let name) = unwrapped else { return (unwrapped, isOptional) }
    let end = resolved[name] ?? (.any, false)
    return (end.schema, end.isOptional || isOptional)
  }

  /// Returns whether a reader with this schema accepts a value. Resolves the schema first, because each check would follow
  /// a long chain of references again.
  func accepts(_ value: JSONValue, _ schema: Schema) -> Bool {
    let (resolved, isOptional) = resolve(schema)
    return isOptional && value == .null || resolved.mismatch(of: value, types: types) == nil
  }

  /// Returns whether a side with this schema can send a value. There is none for an object that requires itself.
  func hasValue(_ schema: Schema) -> Bool { values.obstacle(for: schema) == nil }

  /// Returns a small value that a side with this schema may send; nil if there is none, or if each has very many parts.
  func value(of schema: Schema) -> JSONValue? { values.sample(of: schema)?.value }

  /// Returns an object with the required members, and with `member` as the value of the property `name`. Returns nil if
  /// a required member has no possible value, or if the object has very many parts.
  func value(of properties: [Schema.Property], with name: String, _ member: JSONValue) -> JSONValue? {
    values.sample(of: properties, with: name, member)?.value
  }

  /// Returns whether a reader that knows only some constants refuses a value of this schema, which is not one of objects.
  ///
  /// - Parameter schema: a schema that ``resolve(_:)`` has returned, and that has a possible value.
  /// - Returns: the refusal; nil if the reader accepts each value of the schema.
  func refusal(of schema: Schema, by constants: Set<JSONValue>) -> Refusal? {
    func first(_ candidates: some Sequence<JSONValue>) -> Refusal? {
      candidates.first { !constants.contains($0) }.map { Refusal(value: $0) }
    }
    let text = JSONValue.string(
      String(repeating: "x", count: (constants.lazy.compactMap { $0.stringValue?.count }.max() ?? 0) + 1))
    // One more candidate than there are constants, so one of the candidates is not a constant.
    let fractions = (0...constants.count).lazy.map { JSONValue.number(Double($0) + 0.5) }
    switch schema {
    case .any: return first([nil, true, text])
    case .boolean: return first([true, false])
    case .string: return Refusal(value: text)
    case .number: return first(fractions)
    case .integer(let range): return first(range.lazy.map { JSONValue.number(Double($0)) })
    case .constants(let own): return first(own)
    case .array(let element):
      if let refusal = first([[]]) { return refusal }
      guard hasValue(element) else { return nil }
      // An array that is longer than each of the constants.
      let length = (constants.lazy.compactMap { $0.arrayValue?.count }.max() ?? 0) + 1
      return Refusal(value: value(of: element).map { .array(Array(repeating: $0, count: length)) })
    case .dictionary, .object, .union, .optional, .reference: return Refusal(value: value(of: schema))
    }
  }

  /// Returns sample values that a side with this schema may send. A reader that is neither `any` nor constants, and that
  /// accepts all samples, accepts every value of the schema, apart from the elements of arrays.
  ///
  /// - Parameter schema: a schema that ``resolve(_:)`` has returned, and that is not one of objects.
  func samples(of schema: Schema) -> [JSONValue] {
    switch schema {
    case .any: [nil, true, "x", 0.5]
    case .boolean: [true, false]
    case .string: ["x"]
    case .number: [0.5]
    case .integer(let range): [.number(Double(range.lowerBound)), .number(Double(range.upperBound))]
    case .constants(let constants): constants
    case .array: [[]]
    case .dictionary, .object, .union, .optional, .reference: []
    }
  }
}

/// The refusal of a value by a reader.
struct Refusal: Hashable {
  /// A refused value; nil if each has very many parts, or if enough examples were made.
  let value: JSONValue?
}
