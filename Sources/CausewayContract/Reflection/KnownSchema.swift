import CausewayJSON

/// A type of the standard library whose schema is known without observing it.
protocol KnownSchema {
  static func schema(in registry: SchemaRegistry) -> Schema
}

extension Bool: KnownSchema {
  static func schema(in registry: SchemaRegistry) -> Schema { .boolean }
}
extension String: KnownSchema {
  static func schema(in registry: SchemaRegistry) -> Schema { .string }
}
extension Double: KnownSchema {
  static func schema(in registry: SchemaRegistry) -> Schema { .number }
}
extension Float: KnownSchema {
  static func schema(in registry: SchemaRegistry) -> Schema { .number }
}

/// An integer type. Its schema has only the safe integers of JavaScript, because the coders refuse all others.
protocol KnownInteger: KnownSchema, FixedWidthInteger {}

extension KnownInteger {
  static func schema(in registry: SchemaRegistry) -> Schema {
    let lowest = Swift.max(Int64(clamping: Self.min), -Schema.maximumInteger)
    let highest = Swift.min(Int64(clamping: Self.max), Schema.maximumInteger)
    return .integer(lowest...highest)
  }
}

extension Int: KnownInteger {}
extension Int8: KnownInteger {}
extension Int16: KnownInteger {}
extension Int32: KnownInteger {}
extension Int64: KnownInteger {}
extension UInt: KnownInteger {}
extension UInt8: KnownInteger {}
extension UInt16: KnownInteger {}
extension UInt32: KnownInteger {}
extension UInt64: KnownInteger {}

extension Optional: KnownSchema where Wrapped: Decodable {
  static func schema(in registry: SchemaRegistry) -> Schema {
    let schema = registry.schema(of: Wrapped.self)
    if case .optional = schema { return schema }  // a nested optional adds nothing: JSON has one null
    return .optional(schema)
  }
}
extension Array: KnownSchema where Element: Decodable {
  static func schema(in registry: SchemaRegistry) -> Schema { .array(registry.schema(of: Element.self)) }
}
extension ContiguousArray: KnownSchema where Element: Decodable {
  static func schema(in registry: SchemaRegistry) -> Schema { .array(registry.schema(of: Element.self)) }
}
extension Set: KnownSchema where Element: Decodable {
  static func schema(in registry: SchemaRegistry) -> Schema { .array(registry.schema(of: Element.self)) }
}
extension Dictionary: KnownSchema where Key: Decodable, Value: Decodable {
  static func schema(in registry: SchemaRegistry) -> Schema {
    let hasNames = Key.self == String.self || Key.self == Int.self || Key.self is any CodingKeyRepresentable.Type
    // Swift encodes a dictionary with other keys as an array in which keys and values alternate.
    return hasNames ? .dictionary(registry.schema(of: Value.self)) : .array(.any)
  }
}

extension JSONValue: KnownSchema {
  static func schema(in registry: SchemaRegistry) -> Schema { .any }
}
extension JSONObject: KnownSchema {
  static func schema(in registry: SchemaRegistry) -> Schema { .dictionary(.any) }
}
