// These functions are written by hand, because the synthesized ones would compare strings by canonical equivalence.

extension JSONValue: Equatable {
  /// Returns whether both are the same JSON value: strings are compared by scalars, objects in any order, and 0 equals
  /// -0.
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): left.hasSameScalars(as: right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }
}

extension JSONValue: Hashable {
  /// Hashes the kind and the content, consistently with `==`.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null:
      hasher.combine(0 as UInt8)
    case .bool(let value):
      hasher.combine(1 as UInt8)
      hasher.combine(value)
    case .number(let value):
      hasher.combine(2 as UInt8)
      hasher.combine(value)
    case .string(let value):
      hasher.combine(3 as UInt8)
      value.hashBytes(into: &hasher)
    case .array(let elements):
      hasher.combine(4 as UInt8)
      hasher.combine(elements.count)
      for position in elements.indices { elements[position].hash(into: &hasher) }
    case .object(let object):
      hasher.combine(5 as UInt8)
      object.hash(into: &hasher)
    }
  }
}
