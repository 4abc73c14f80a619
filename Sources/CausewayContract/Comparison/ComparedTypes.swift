import CausewayJSON

/// The named types of one of the compared contracts, with a sample value of each type.
struct ComparedTypes {
  let types: [String: Schema]
  /// A sample value of each type. Types without a possible value are missing, such as an object that requires itself.
  private var values: [String: JSONValue] = [:]

  init(_ types: [String: Schema]) {
    // Resolving a type that refers only to itself would not end, so it becomes `any`. A contract that was read from
    // JSON has no such type.
    self.types = types.mapValues { Self.isEndless($0, types) ? .any : $0 }
    let names = types.keys.sorted()
    var isGrowing = true
    while isGrowing {
      isGrowing = false
      for name in names where values[name] == nil {
        values[name] = self.types[name].flatMap(value)
        isGrowing = isGrowing || values[name] != nil
      }
    }
  }

  private static func isEndless(_ schema: Schema, _ types: [String: Schema]) -> Bool {
    var schema = schema
    for _ in 0...types.count {
      while case .optional(let wrapped) = schema { schema = wrapped }
      guard case .reference(let name) = schema, let next = types[name] else { return false }
      schema = next
    }
    return true
  }

  /// Follows references and removes `null`. Returns the schema that remains, and whether `null` is allowed too.
  func resolve(_ schema: Schema) -> (schema: Schema, isOptional: Bool) {
    var schema = schema
    var isOptional = false
    while true {
      switch schema {
      case .optional(let wrapped):
        schema = wrapped
        isOptional = true
      case .reference(let name): schema = types[name] ?? .any
      default: return (schema, isOptional)
      }
    }
  }

  func accepts(_ value: JSONValue, _ schema: Schema) -> Bool { schema.mismatch(of: value, types: types) == nil }

  /// Returns a small value that a side with this schema may send; nil if there is none.
  func value(of schema: Schema) -> JSONValue? {
    switch schema {
    case .any, .optional: .null
    case .boolean: false
    case .string: ""
    case .number: 0
    case .integer(let range): .number(Double(range.contains(0) ? 0 : range.lowerBound))
    case .array: []
    case .dictionary: [:]
    case .object(let properties): value(of: properties)
    case .constants(let constants): constants.first
    case .union(let cases):
      cases.lazy.compactMap { union in value(of: union.schema).map { [union.name: $0] } }.first
    case .reference(let name): types[name] == nil ? .null : values[name]
    }
  }

  /// Returns an object with the required members, and with `member` as the value of the property `name`. Returns nil if
  /// a required member has no possible value.
  func value(of properties: [Schema.Property], with name: String? = nil, _ member: JSONValue? = nil) -> JSONValue? {
    var object = JSONObject()
    for property in properties {
      if property.name == name {
        object[property.name] = member
      } else if property.isRequired {
        guard let value = value(of: property.schema) else { return nil }
        object[property.name] = value
      }
    }
    return .object(object)
  }

  /// Returns sample values that a side with this schema may send. A reader that accepts all samples accepts every value
  /// of the schema, apart from the elements and members of arrays and objects.
  ///
  /// - Parameter schema: a schema that ``resolve(_:)`` has returned.
  /// - Parameter constants: the constants of the reader. If the schema has a value that differs from all of them, the
  ///   samples include such a value.
  func samples(of schema: Schema, avoiding constants: [JSONValue]) -> [JSONValue] {
    let length = constants.map { $0.stringValue?.count ?? 0 }.max() ?? 0
    let text = JSONValue.string(String(repeating: "x", count: length + 1))
    let fractions = (0...constants.count).map { JSONValue.number(Double($0) + 0.5) }
    let fraction = fractions.first { !constants.contains($0) } ?? 0.5
    switch schema {
    case .any: return [nil, true, text, fraction]
    case .boolean: return [true, false]
    case .string: return [text]
    case .number: return [fraction]
    case .integer(let range):
      let few = range.prefix(constants.count + 1).lazy.map { JSONValue.number(Double($0)) }
      return [.number(Double(range.lowerBound)), .number(Double(range.upperBound))] + few
    case .constants(let constants): return constants
    case .array(let element):
      guard let some = value(of: element) else { return [[]] }
      return (0...constants.count).map { .array(Array(repeating: some, count: $0)) }
    default: return value(of: schema).map { [$0] } ?? []
    }
  }
}
