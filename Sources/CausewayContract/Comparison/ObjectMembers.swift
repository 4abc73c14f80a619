import CausewayJSON

/// The members that a schema allows in a value, if the schema is an object, a dictionary or a union.
struct ObjectMembers {
  /// The members or cases that the schema names. If two have the same name, the first one counts, as when a value is read.
  let named: [Schema.Property]
  /// The schema of the members that are not named; nil if a writer sends no such members.
  let others: Schema?
  /// Whether a value has exactly one member.
  let isUnion: Bool
  private let byName: [String: Schema.Property]

  init(named: [Schema.Property] = [], others: Schema? = nil, isUnion: Bool = false) {
    byName = Dictionary(named.map { ($0.name, $0) }) { first, _ in first }
    self.named = byName.count == named.count ? named : named.uniqued
    self.others = others
    self.isUnion = isUnion
  }

  /// The member or case with this name.
  subscript(name: String) -> Schema.Property? { byName[name] }

  func schema(of name: String) -> Schema? { byName[name]?.schema ?? others }

  /// Returns the refusal of a value that follows these rules and has a set of member names that the reader refuses; nil if
  /// there is none. The members' own values are compared elsewhere.
  func refusal(by reader: ObjectMembers, _ types: ComparedTypes) -> Refusal? {
    let required = reader.named.filter(\.isRequired).map(\.name)
    let refused = candidates(types).first { candidate in
      // A reader ignores members that it does not know, and of a union it reads exactly one case.
      if reader.isUnion { return candidate.lazy.filter { reader[$0.name] != nil }.prefix(2).count != 1 }
      // Compare the numbers first, because a union has many candidates with one member.
      guard required.count <= candidate.count else { return true }
      let names = Set(candidate.map(\.name))
      return !required.allSatisfy(names.contains)
    }
    return refused.map { Refusal(value: value(of: $0, types)) }
  }

  /// The smallest and the largest set of members of a value, and each case of a union.
  private func candidates(_ types: ComparedTypes) -> [[Schema.Property]] {
    let possible = named.filter { types.hasValue($0.schema) }
    return isUnion ? possible.map { [$0] } : [possible.filter(\.isRequired), possible]
  }

  private func value(of members: [Schema.Property], _ types: ComparedTypes) -> JSONValue? {
    types.value(of: .object(members.map { Schema.Property($0.name, $0.schema) }))
  }
}

extension [Schema.Property] {
  /// The first property of each name.
  fileprivate var uniqued: [Schema.Property] {
    var names: Set<String> = []
    return filter { names.insert($0.name).inserted }
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
