import CausewayContract
import CausewayJSON

extension RandomContracts {
  /// Returns values that a sender with this schema may send: ordinary values, and values at the limits of the schema.
  package mutating func values(_ count: Int, of schema: Schema, _ types: [String: Schema]) -> [JSONValue] {
    (0..<count).compactMap { _ in value(of: schema, types, 0) }
  }

  /// Returns a value; nil if the schema has no value, or if no value was found within the maximum depth.
  private mutating func value(of schema: Schema, _ types: [String: Schema], _ depth: Int) -> JSONValue? {
    guard depth < 12 else { return nil }
    switch schema {
    case .any:
      let all: [JSONValue] = [nil, true, false, 0.5, -1, 9_007_199_254_740_991, "", "s", [], [:], [1], ["a": nil]]
      return all[number(0..<all.count)]
    case .boolean: return .bool(happens(50))
    case .string: return ["", "s", "another", "\u{1F600}"][number(0..<4)]
    case .number: return [0, 0.5, -1, 1e300, -9_007_199_254_740_993, 255, 256][number(0..<7)]
    case .integer(let range):
      switch number(0..<3) {
      case 0: return .number(Double(range.lowerBound))
      case 1: return .number(Double(range.upperBound))
      default: return .number(Double(Int64.random(in: range, using: &generator)))
      }
    case .array(let element):
      return .array((0..<number(0..<3)).compactMap { _ in value(of: element, types, depth + 1) })
    case .dictionary(let element):
      var object = JSONObject()
      for name in ["a", "b", "z", "z1"] where happens(30) { object[name] = value(of: element, types, depth + 1) }
      return .object(object)
    case .optional(let wrapped): return happens(30) ? .null : value(of: wrapped, types, depth + 1) ?? .null
    case .object(let properties):
      var object = JSONObject()
      for property in properties where property.isRequired || (depth < 6 && happens(50)) {
        if let value = value(of: property.schema, types, depth + 1) {
          object[property.name] = value
        } else if property.isRequired {
          return nil
        }
      }
      return .object(object)
    case .constants(let constants): return constants.randomElement(using: &generator)
    case .union(let cases):
      guard !cases.isEmpty else { return nil }
      let chosen = cases[number(0..<cases.count)]
      return value(of: chosen.schema, types, depth + 1).map { [chosen.name: $0] }
    case .reference(let name): return types[name].flatMap { value(of: $0, types, depth + 1) }
    }
  }
}
