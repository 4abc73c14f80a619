import CausewayJSON

extension Schema {
  /// The schema as JSON Schema.
  public var json: JSONValue {
    switch self {
    case .any: [:]
    case .boolean: typed("boolean")
    case .string: typed("string")
    case .number: typed("number")
    case .integer(let range):
      typed(
        "integer",
        [
          ContractKey.minimum: .number(Double(range.lowerBound)),
          ContractKey.maximum: .number(Double(range.upperBound)),
        ])
    case .array(let element): typed("array", [ContractKey.items: element.json])
    case .dictionary(let element): typed("object", [ContractKey.additionalProperties: element.json])
    case .optional(let schema): [ContractKey.anyOf: [schema.json, ["type": "null"]]]
    case .object(let properties):
      typed(
        "object",
        [
          ContractKey.properties: .object(properties.reduce(into: JSONObject()) { $0[$1.name] = $1.schema.json }),
          ContractKey.required: .array(properties.filter(\.isRequired).map { .string($0.name) }),
        ])
    case .constants(let constants): [ContractKey.constants: .array(constants)]
    case .union(let cases): [ContractKey.oneOf: .array(cases.map(\.unionCase))]
    case .reference(let name): [ContractKey.reference: .string(ContractKey.definitionsPath + name)]
    }
  }

  private func typed(_ type: String, _ rest: JSONObject = [:]) -> JSONValue {
    var object: JSONObject = [ContractKey.type: .string(type)]
    for (name, value) in rest { object[name] = value }
    return .object(object)
  }
}

extension Schema.Property {
  /// The schema of an object with only this member.
  fileprivate var unionCase: JSONValue {
    var object = Schema.object([Schema.Property(name, schema)]).json.objectValue ?? [:]
    object[ContractKey.additionalProperties] = false
    return .object(object)
  }
}

extension Schema {
  /// Reads a JSON Schema of the subset that contracts use.
  init(reading reader: ContractReader) throws {
    let object = try reader.object()
    if let reference = try object.optional(ContractKey.reference)?.string() {
      try object.allow(ContractKey.reference)
      guard reference.hasPrefix(ContractKey.definitionsPath) else {
        throw try object.required(ContractKey.reference).error("\"\(ContractKey.definitionsPath)\" and a name")
      }
      self = .reference(String(reference.dropFirst(ContractKey.definitionsPath.count)))
    } else if let constants = object.optional(ContractKey.constants) {
      try object.allow(ContractKey.constants)
      self = .constants(try constants.array())
    } else if let alternatives = object.optional(ContractKey.anyOf) {
      try object.allow(ContractKey.anyOf)
      let elements = try alternatives.elements()
      guard elements.count == 2, elements[1].value == ["type": "null"] else {
        throw alternatives.error("a schema and { \"type\": \"null\" }")
      }
      self = .optional(try Schema(reading: elements[0]))
    } else if let cases = object.optional(ContractKey.oneOf) {
      try object.allow(ContractKey.oneOf)
      self = .union(try cases.elements().map(Self.unionCase))
    } else if let type = object.optional(ContractKey.type) {
      self = try Self.typed(type, object)
    } else if object.isEmpty {
      self = .any
    } else {
      throw reader.error("a JSON Schema with \"type\", \"$ref\", \"enum\", \"anyOf\" or \"oneOf\"")
    }
  }

  /// The keywords that are allowed beside `type`, for each type. Other keywords of JSON Schema are refused, because
  /// they would have no effect.
  private static let keywords = [
    "integer": [ContractKey.minimum, ContractKey.maximum], "array": [ContractKey.items],
    "object": [ContractKey.properties, ContractKey.required, ContractKey.additionalProperties],
  ]

  private static func typed(_ type: ContractReader, _ object: ContractReader.Members) throws -> Schema {
    let name = try type.string()
    try object.allow([ContractKey.type] + (keywords[name] ?? []))
    switch name {
    case "boolean": return .boolean
    case "string": return .string
    case "number": return .number
    case "integer":
      let lowest = try object.optional(ContractKey.minimum)?.integer() ?? -maximumInteger
      let highest = try object.optional(ContractKey.maximum)?.integer() ?? maximumInteger
      guard lowest <= highest else {
        throw try object.required(ContractKey.maximum).error("a number that is not less than the minimum")
      }
      return .integer(lowest...highest)
    case "array": return .array(try object.optional(ContractKey.items).map { try Schema(reading: $0) } ?? .any)
    case "object":
      if let element = object.optional(ContractKey.additionalProperties) {
        try object.allow(ContractKey.type, ContractKey.additionalProperties)
        return .dictionary(try Schema(reading: element))
      }
      let required = Set(try object.optional(ContractKey.required)?.elements().map { try $0.string() } ?? [])
      let members = try object.optional(ContractKey.properties)?.members() ?? []
      if let other = required.subtracting(members.map(\.name)).min() {
        throw try object.required(ContractKey.required).problem("\"\(other)\" is not one of the properties")
      }
      return .object(
        try members.map { Property($0.name, try Schema(reading: $0.reader), isRequired: required.contains($0.name)) })
    default: throw type.error("\"boolean\", \"string\", \"number\", \"integer\", \"array\" or \"object\"")
    }
  }

  private static func unionCase(_ reader: ContractReader) throws -> Property {
    let object = try reader.object()
    try object.allow(
      ContractKey.type, ContractKey.properties, ContractKey.required, ContractKey.additionalProperties)
    let members = try object.required(ContractKey.properties).members()
    guard members.count == 1, let only = members.first, object.optional(ContractKey.type)?.value == "object",
      object.optional(ContractKey.required)?.value == [.string(only.name)],
      object.optional(ContractKey.additionalProperties)?.value == false
    else {
      throw reader.problem("a case must be an object with one required property and \"additionalProperties\": false")
    }
    return Property(only.name, try Schema(reading: only.reader))
  }
}
