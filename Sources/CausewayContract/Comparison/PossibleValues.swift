import CausewayJSON

/// The types that have possible values, with a sample of each type.
struct PossibleValues {
  /// A value with the number of its parts: of all scalars, arrays and objects in it.
  typealias Sample = (value: JSONValue, size: Int)

  /// The maximum number of parts of a sample. Types that refer to each other can describe values of any size in a few
  /// lines.
  private static let largestSample = 1_000

  private let types: [String: Schema]
  /// The types with a possible value.
  private var possible: Set<String> = []
  /// The samples of these types. Types whose samples would be too large are missing.
  private var samples: [String: Sample] = [:]

  /// Finds the possible values of all types. A type waits for the types that it needs, so it is tried again only when one
  /// of them is known.
  init(of types: [String: Schema], resolved: [String: ComparedTypes.Resolved]) {
    self.types = types
    var queue = types.keys.sorted()
    /// The types that wait, by the type for which they wait.
    var waiting: [String: [String]] = [:]
    /// The number of properties of each waiting type that are known to have values.
    var known: [String: Int] = [:]
    var next = 0
    while next < queue.count {
      let name = queue[next]
      next += 1
      guard !possible.contains(name), let type = resolved[name] else { continue }
      let schema: Schema = type.isOptional ? .any : type.schema
      if let obstacle = obstacle(for: schema, from: &known[name, default: 0]) {
        for other in obstacle { waiting[other, default: []].append(name) }
      } else {
        possible.insert(name)
        samples[name] = sample(of: schema)
        queue += waiting.removeValue(forKey: name) ?? []
      }
    }
  }

  // MARK: Possible values

  /// Returns nil if the schema has a possible value. Otherwise returns the types without a known value of which one could
  /// give it a value.
  func obstacle(for schema: Schema) -> [String]? {
    switch schema {
    case .any, .optional, .boolean, .string, .number, .integer, .array, .dictionary: return nil
    case .constants(let constants): return constants.isEmpty ? [] : nil
    case .object(let properties): return obstacle(for: properties)
    case .union(let cases):
      var obstacles: [String] = []
      for union in cases {
        guard let obstacle = obstacle(for: union.schema) else { return nil }
        obstacles += obstacle
      }
      return obstacles
    case .reference(let name): return types[name] == nil || possible.contains(name) ? nil : [name]
    }
  }

  private func obstacle(for properties: [Schema.Property]) -> [String]? {
    properties.lazy.compactMap { $0.isRequired ? obstacle(for: $0.schema) : nil }.first
  }

  /// Returns the obstacle of a type, as `obstacle(for:)` does, and continues where an earlier call has found one.
  private func obstacle(for schema: Schema, from known: inout Int) -> [String]? {
    guard case .object(let properties) = schema else { return obstacle(for: schema) }
    while known < properties.count {
      if properties[known].isRequired, let obstacle = obstacle(for: properties[known].schema) { return obstacle }
      known += 1
    }
    return nil
  }

  // MARK: Samples

  /// Returns a small value of a schema; nil if there is none, or if it would be too large.
  func sample(of schema: Schema) -> Sample? {
    switch schema {
    case .any, .optional: (.null, 1)
    case .boolean: (false, 1)
    case .string: ("", 1)
    case .number: (0, 1)
    case .integer(let range): (.number(Double(range.contains(0) ? 0 : range.lowerBound)), 1)
    case .array: ([], 1)
    case .dictionary: ([:], 1)
    case .object(let properties): sample(of: properties)
    case .constants(let constants): constants.first.map { ($0, 1) }
    case .union(let cases):
      cases.lazy.compactMap { union in sample(of: union.schema).map { ([union.name: $0.value], $0.size + 1) } }.first
    case .reference(let name): types[name] == nil ? (.null, 1) : samples[name]
    }
  }

  /// Returns an object with the required members, and with `member` as the value of the property `name`.
  func sample(of properties: [Schema.Property], with name: String? = nil, _ member: JSONValue? = nil) -> Sample? {
    var object = JSONObject()
    var size = 1
    for property in properties {
      if property.name == name {
        object[property.name] = member
      } else if property.isRequired {
        guard let sample = sample(of: property.schema) else { return nil }
        size += sample.size
        guard size <= Self.largestSample else { return nil }
        object[property.name] = sample.value
      }
    }
    return (.object(object), size)
  }
}
