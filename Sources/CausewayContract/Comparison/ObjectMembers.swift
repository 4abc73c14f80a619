import CausewayJSON

/// The members that a schema allows in a value, if the schema is an object, a dictionary or a union.
struct ObjectMembers {
  /// The members or cases that the schema names.
  var named: [Schema.Property] = []
  /// The schema of the members that are not named; nil if a writer sends no such members.
  var others: Schema?
  /// Whether a value has exactly one member.
  var isUnion = false

  func schema(of name: String) -> Schema? { named.first { $0.name == name }?.schema ?? others }

  /// Returns a value that follows these rules and has a set of member names that the reader refuses; nil if there is
  /// none. The members' own values are compared elsewhere.
  func incompatibleValue(for reader: ObjectMembers, _ types: ComparedTypes) -> JSONValue? {
    candidates(types).first { candidate in
      let names = candidate.map(\.key)
      // A reader ignores members that it does not know, and of a union it reads exactly one case.
      if reader.isUnion { return Set(reader.named.map(\.name)).intersection(names).count != 1 }
      return reader.named.contains { $0.isRequired && !names.contains($0.name) }
    }.map(JSONValue.object)
  }

  /// Values with the smallest and with the largest set of members, and one for each case of a union.
  private func candidates(_ types: ComparedTypes) -> [JSONObject] {
    if isUnion {
      return named.compactMap { union in types.value(of: union.schema).map { [union.name: $0] } }
    }
    var smallest = JSONObject()
    var largest = JSONObject()
    for property in named {
      let value = types.value(of: property.schema)
      if property.isRequired { smallest[property.name] = value }
      largest[property.name] = value
    }
    return [smallest, largest]
  }
}

extension Schema {
  /// The members of an object, a dictionary or a union.
  var members: ObjectMembers {
    switch self {
    case .object(let properties): ObjectMembers(named: properties)
    case .dictionary(let element): ObjectMembers(others: element)
    case .union(let cases): ObjectMembers(named: cases, isUnion: true)
    default: ObjectMembers()
    }
  }
}

extension Schema {
  /// A text for the values that the schema accepts. Unlike ``expectation``, it distinguishes the kinds of objects.
  var summary: String {
    switch self {
    case .any: "any value"
    case .object: "an object with fixed members"
    case .dictionary: "an object with any member names"
    default: expectation
    }
  }
}
