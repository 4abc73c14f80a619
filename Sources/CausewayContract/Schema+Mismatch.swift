import CausewayJSON

/// The first difference between a value and its schema.
public struct SchemaMismatch: Hashable, Sendable, CustomStringConvertible {
  /// The position in the value, such as `items[2].name`; empty for the value itself.
  public var path: String
  /// The kind of value that the schema accepts at this position, such as `a string`.
  public var expected: String
  /// The kind of value at this position, such as `a number`. The text never shows the value itself, which may be
  /// secret.
  public var found: String

  /// Creates a mismatch.
  public init(path: String, expected: String, found: String) {
    self.path = path
    self.expected = expected
    self.found = found
  }

  /// The mismatch as text, such as `at items[2].name: expected a string but found a number`.
  public var description: String {
    (path.isEmpty ? "" : "at \(path): ") + "expected \(expected) but found \(found)"
  }
}

// `Sources/Causeway/Dialect/checks.js` has the same checks for pages, in the same words. `CheckWordsTests` compares them.

extension Schema {
  /// Returns the first difference between a value and this schema; nil if the schema accepts the value.
  ///
  /// The decoder of the same type accepts the same values: further members are ignored, and a member that may be missing
  /// may also be `null`.
  /// - Parameter types: the named types of the contract.
  public func mismatch(of value: JSONValue, types: [String: Schema]) -> SchemaMismatch? {
    SchemaCheck(types: types).mismatch(self, value, .root)
  }
}

private struct SchemaCheck {
  let types: [String: Schema]

  /// Returns the schema that remains after the references and the optional schemas that contain it; nil if they accept the
  /// value already. Does not recurse, because a contract may have long chains of references.
  private func resolve(_ schema: Schema, for value: JSONValue) -> Schema? {
    var schema = schema
    var references = 0
    while true {
      switch schema {
      case .optional(let wrapped):
        if case .null = value { return nil }
        schema = wrapped
      case .reference(let name):
        // A contract that was not checked may have a reference without a target, or a type that refers only to itself.
        guard references <= types.count, let type = types[name] else { return nil }
        schema = type
        references += 1
      default: return schema
      }
    }
  }

  func mismatch(_ unresolved: Schema, _ value: JSONValue, _ path: ValuePath) -> SchemaMismatch? {
    guard let schema = resolve(unresolved, for: value) else { return nil }
    func wrong(_ expected: String, found: String? = nil) -> SchemaMismatch {
      SchemaMismatch(path: "\(path)", expected: expected, found: found ?? value.kind)
    }
    switch (schema, value) {
    case (.any, _), (.boolean, .bool), (.string, .string), (.number, .number): return nil
    case (.boolean, _): return wrong("a Boolean")
    case (.string, _): return wrong("a string")
    case (.number, _): return wrong("a number")
    case (.integer(let range), .number(let number)):
      guard number == number.rounded() else { return wrong("an integer", found: "a number with a fraction") }
      if let integer = Int64(exactly: number), range.contains(integer) { return nil }
      return wrong(
        "an integer from \(range.lowerBound) to \(range.upperBound)", found: "an integer out of this range")
    case (.integer, _): return wrong("an integer")
    case (.array(let element), .array(let values)):
      for (index, value) in values.enumerated() {
        if let mismatch = mismatch(element, value, .element(index, of: path)) { return mismatch }
      }
      return nil
    case (.array, _): return wrong("an array")
    case (.dictionary(let element), .object(let members)):
      for (name, value) in members {
        if let mismatch = mismatch(element, value, .member(name, of: path)) { return mismatch }
      }
      return nil
    case (.dictionary, _): return wrong("an object")
    case (.object(let properties), .object(let members)): return mismatch(properties, members, path)
    case (.object, _): return wrong("an object")
    case (.constants(let constants), _):
      return constants.contains(value) ? nil : wrong(schema.expectation, found: value.kindOfAnother)
    case (.union(let cases), .object(let members)):
      // As in Swift's decoder, members that no case has are ignored.
      let known = cases.filter { members[$0.name] != nil }
      guard known.count == 1, let only = known.first, let value = members[only.name] else {
        return wrong(
          schema.expectation, found: known.isEmpty ? "an object with none of them" : "an object with several of them")
      }
      return mismatch(only.schema, value, .member(only.name, of: path))
    case (.union, _): return wrong(schema.expectation)
    case (.optional, _), (.reference, _): preconditionFailure("resolve returns no such schema")
    }
  }

  private func mismatch(
    _ properties: [Schema.Property], _ members: JSONObject, _ path: ValuePath
  ) -> SchemaMismatch? {
    for property in properties {
      let inside = ValuePath.member(property.name, of: path)
      guard let value = members[property.name] else {
        guard property.isRequired else { continue }
        return SchemaMismatch(path: "\(inside)", expected: property.schema.expectation, found: "nothing")
      }
      if let mismatch = mismatch(property.schema, value, inside) { return mismatch }
    }
    return nil
  }
}

extension Schema {
  /// A short description of the values that the schema accepts.
  var expectation: String {
    switch self {
    case .any: "a value"
    case .boolean: "a Boolean"
    case .string: "a string"
    case .number: "a number"
    case .integer(let range) where range == -Schema.maximumInteger...Schema.maximumInteger: "an integer"
    case .integer(let range): "an integer from \(range.lowerBound) to \(range.upperBound)"
    case .array: "an array"
    case .dictionary, .object: "an object"
    case .optional(let schema): "\(schema.expectation) or null"
    case .constants(let constants): Self.list(constants)
    case .union(let cases) where cases.isEmpty: "no value (the union has no members)"
    case .union(let cases):
      "an object with one of the members " + Self.list(cases.map { JSONValue.string($0.name) })
    case .reference(let name): "a value of the type \(name)"
    }
  }

  /// The number of alternatives that a text lists. An enum may have many thousands.
  private static let longestList = 20

  /// Joins texts, as in `a, b or c`, or `a, b or 7 others` if there are many; `no value` if there are none.
  private static func list(_ values: [JSONValue]) -> String {
    let isLong = values.count > longestList
    let texts =
      values.prefix(isLong ? longestList - 1 : values.count).map(\.json)
      + (isLong ? ["\(values.count - longestList + 1) others"] : [])
    guard let last = texts.last else { return "no value" }
    return texts.count == 1 ? last : texts.dropLast().joined(separator: ", ") + " or " + last
  }
}

extension JSONValue {
  /// The kind of a value that is not one of the allowed constants, such as "another string".
  fileprivate var kindOfAnother: String {
    switch self {
    case .string: "another string"
    case .number: "another number"
    default: kind
    }
  }
}
