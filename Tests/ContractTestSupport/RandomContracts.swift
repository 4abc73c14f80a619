import CausewayContract
import CausewayJSON
import SeededGenerator

/// A generator of random contracts, which also changes contracts as their authors do.
package struct RandomContracts {
  var generator: SeededGenerator

  package init(generator: SeededGenerator = SeededGenerator()) { self.generator = generator }

  mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }
  mutating func happens(_ percent: Int) -> Bool { number(0..<100) < percent }

  private static let typeNames = ["Item", "Price", "Tree"]
  private static let names = ["a", "b", "c", "d"]

  // MARK: Contracts

  /// Returns a contract with a few members of every kind.
  package mutating func contract() -> Contract {
    var contract = Contract(name: "Shop")
    for name in Self.typeNames { contract.types[name] = named() }
    contract.errors = ["Declined", "NotFound"].map {
      Contract.ErrorType($0, code: $0.uppercased(), details: happens(50) ? schema(2) : nil)
    }
    contract.members = (0..<number(1..<4)).map { member("m\($0)") }
    return contract
  }

  private mutating func member(_ name: String) -> Contract.Member {
    let caller: Contract.Side = happens(70) ? .page : .app
    let forms: [Contract.Form] = caller == .page ? [.call, .stream, .upload, .event] : [.call, .stream, .event]
    let form = forms[number(0..<forms.count)]
    var member = Contract.Member(name, caller: caller, form: form)
    if happens(80) { member.parameters = .value(schema(3)) }
    if form == .stream || form == .upload { member.elements = happens(85) ? .value(schema(3)) : .bytes }
    if form == .call || form == .upload, happens(80) { member.result = .value(schema(3)) }
    if form == .call, caller == .page, happens(10) { member.result = .bytes }
    if form == .call || form == .upload, happens(30) { member.progress = schema(2) }
    if caller == .page, form != .event, happens(30) { member.errors = ["Declined"] }
    return member
  }

  /// Returns the schema of a named type, which is not only another name.
  private mutating func named() -> Schema {
    switch number(0..<4) {
    case 0: constants()
    case 1: .union(properties(2))
    default: .object(properties(3))
    }
  }

  mutating func schema(_ depth: Int) -> Schema {
    switch number(0..<(depth > 0 ? 13 : 7)) {
    case 0: happens(30) ? .any : .boolean
    case 1: .boolean
    case 2: .string
    case 3: .number
    case 4, 5: integer()
    case 6: constants()
    case 7: .array(schema(depth - 1))
    case 8: .dictionary(schema(depth - 1))
    case 9: .optional(schema(depth - 1))
    case 10: .object(properties(depth - 1))
    case 11: .union(properties(depth - 1))
    default: .reference(Self.typeNames[number(0..<Self.typeNames.count)])
    }
  }

  private mutating func integer() -> Schema {
    let bounds: [Int64] = [-Schema.maximumInteger, -128, 0, 1, 3, 127, 255, Schema.maximumInteger]
    let (first, second) = (bounds[number(0..<bounds.count)], bounds[number(0..<bounds.count)])
    return .integer(min(first, second)...max(first, second))
  }

  private mutating func constants() -> Schema {
    let all: [JSONValue] = ["s", "m", "l", 0, 1, 2, true, false, nil]
    let chosen = all.filter { _ in happens(30) }
    return .constants(chosen.isEmpty && happens(95) ? ["s"] : chosen)
  }

  private mutating func properties(_ depth: Int) -> [Schema.Property] {
    var names = Self.names
    return (0..<number(0..<4)).map { _ in
      let name = names.remove(at: number(0..<names.count))
      return Schema.Property(name, schema(max(depth, 0)), isRequired: happens(60))
    }
  }

  // MARK: Changes

  /// Returns the contract with one or two changes.
  package mutating func changed(_ contract: Contract) -> Contract {
    var contract = contract
    for _ in 0..<number(1..<3) { change(&contract) }
    return contract
  }

  private mutating func change(_ contract: inout Contract) {
    switch number(0..<10) {
    case 0: contract.members.append(member("m9"))
    case 1: _ = contract.members.popLast()
    case 2, 3:
      let name = Self.typeNames[number(0..<Self.typeNames.count)]
      switch contract.types[name].map({ changed($0) }) {
      case nil, .reference, .optional: break  // A named type that refers only to itself would have no schema.
      case let type?: contract.types[name] = type
      }
    case 4:
      let index = number(0..<2)
      switch number(0..<3) {
      case 0: contract.errors[index].code += "_2"
      case 1: contract.errors[index].details = contract.errors[index].details.map { changed($0) } ?? .string
      default: contract.errors[index].name = "Renamed\(index)"
      }
      for member in contract.members.indices { contract.members[member].errors = [] }
    case 5: rename(&contract)
    default:
      guard !contract.members.isEmpty else { return }
      let index = number(0..<contract.members.count)
      change(&contract.members[index])
    }
    if Set(contract.members.map(\.name)).count < contract.members.count { contract.members.removeLast() }
  }

  private mutating func change(_ member: inout Contract.Member) {
    switch number(0..<9) {
    case 0: member = self.member(member.name)
    case 1: member.takesBytes.toggle()
    case 2: member.deprecation = "Use another one."
    case 3: member.documentation += "More."
    case 4, 5: member.parameters = changed(member.parameters)
    case 6 where member.form == .call || member.form == .upload: member.result = changed(member.result)
    case 7 where member.form == .call || member.form == .upload:
      member.progress = happens(80) ? schema(2) : nil
    default:
      if case .value(let schema) = member.elements { member.elements = .value(changed(schema)) }
    }
  }

  private mutating func changed(_ content: Contract.Content) -> Contract.Content {
    guard case .value(let schema) = content, happens(90) else {
      return content == .nothing ? .value(self.schema(2)) : .nothing
    }
    return .value(changed(schema))
  }

  /// Gives a type another name everywhere. This does not change any message.
  private func rename(_ contract: inout Contract) {
    guard contract.types["Cost"] == nil else { return }
    func renamed(_ schema: Schema) -> Schema {
      switch schema {
      case .any, .boolean, .string, .number, .integer, .constants: schema
      case .array(let element): .array(renamed(element))
      case .dictionary(let element): .dictionary(renamed(element))
      case .optional(let wrapped): .optional(renamed(wrapped))
      case .object(let properties): .object(properties.map(renamed))
      case .union(let cases): .union(cases.map(renamed))
      case .reference(let name): .reference(name == "Price" ? "Cost" : name)
      }
    }
    func renamed(_ property: Schema.Property) -> Schema.Property {
      Schema.Property(property.name, renamed(property.schema), isRequired: property.isRequired)
    }
    func renamed(_ content: Contract.Content) -> Contract.Content {
      if case .value(let schema) = content { .value(renamed(schema)) } else { content }
    }
    contract.types = Dictionary(
      uniqueKeysWithValues: contract.types.map { ($0.key == "Price" ? "Cost" : $0.key, renamed($0.value)) })
    // Later changes look up the type by its old name.
    contract.types["Price"] = .string
    for index in contract.members.indices {
      contract.members[index].parameters = renamed(contract.members[index].parameters)
      contract.members[index].elements = renamed(contract.members[index].elements)
      contract.members[index].result = renamed(contract.members[index].result)
    }
    for index in contract.errors.indices {
      contract.errors[index].details = contract.errors[index].details.map(renamed)
    }
  }

  private mutating func changed(_ schema: Schema) -> Schema {
    switch number(0..<10) {
    case 0: return self.schema(2)
    case 1: return .optional(schema)
    case 2: return .array(schema)
    default: break
    }
    switch schema {
    case .optional(let wrapped): return happens(40) ? wrapped : .optional(changed(wrapped))
    case .array(let element): return .array(changed(element))
    case .dictionary(let element): return .dictionary(changed(element))
    case .integer: return integer()
    case .constants: return constants()
    case .object(let properties):
      return happens(85) ? .object(changed(properties)) : happens(50) ? .union(properties) : .dictionary(self.schema(1))
    case .union(let cases): return happens(85) ? .union(changed(cases)) : .object(cases)
    case .number: return integer()
    case .boolean: return .constants([true, false])
    case .any, .string, .reference: return happens(50) ? .any : self.schema(1)
    }
  }

  private mutating func changed(_ properties: [Schema.Property]) -> [Schema.Property] {
    var properties = properties
    guard !properties.isEmpty else { return [Schema.Property("z", schema(1), isRequired: happens(50))] }
    let index = number(0..<properties.count)
    switch number(0..<5) {
    case 0: properties.remove(at: index)
    case 1:
      let name = ["z1", "z2", "z3", "z4", "z5", "z6"].first { name in !properties.contains { $0.name == name } }
      if let name { properties.append(Schema.Property(name, schema(1), isRequired: happens(50))) }
    case 2: properties[index].isRequired.toggle()
    default: properties[index].schema = changed(properties[index].schema)
    }
    return properties
  }
}
