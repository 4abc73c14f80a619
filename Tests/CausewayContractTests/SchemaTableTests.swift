import CausewayContract
import CausewayJSON
import Foundation
import Testing

/// Tests that the schemas of Swift types describe the JSON that Causeway's coders read and write.
@Suite("Schemas of Swift types") struct SchemaTableTests {
  private func learn(_ type: any Decodable.Type) -> (schema: Schema, table: SchemaTable) {
    var table = SchemaTable()
    let schema = table.schema(of: type)
    return (schema, table)
  }

  private let integer = Schema.integer(-Schema.maximumInteger...Schema.maximumInteger)

  struct Share: Codable {
    var text: String
    var url: String?
    var count = 3
  }

  @Test func structsHaveMembersAndOptionalsMayBeMissing() {
    let (schema, table) = learn(Share.self)
    #expect(schema == .reference("Share"))
    #expect(
      table.types["Share"]
        == .object([
          .init("text", .string), .init("url", .optional(.string), isRequired: false), .init("count", integer),
        ]))
    #expect(table.problems.isEmpty)
  }

  @Test func plainTypesHaveNoNames() {
    let schemas: [(type: any Decodable.Type, schema: Schema)] = [
      (Bool.self, Schema.boolean), (String.self, .string), (Double.self, .number),
      (Float.self, .number), (Int8.self, .integer(-128...127)), (UInt8.self, .integer(0...255)),
      (UInt64.self, .integer(0...Schema.maximumInteger)), ([String].self, .array(.string)),
      (Set<Bool>.self, .array(.boolean)),
      (String?.self, .optional(.string)), (String??.self, .optional(.string)),
      ([String: Double].self, .dictionary(.number)), ([Int: Bool].self, .dictionary(.boolean)),
      ([Bool: Bool].self, .array(.any)), (JSONValue.self, .any), (JSONObject.self, .dictionary(.any)),
    ]
    for (type, schema) in schemas { #expect(learn(type).schema == schema) }
  }

  enum Size: String, Codable { case small, large = "L" }
  enum Level: Int, Codable, CaseIterable { case low = 1, high = 10 }
  enum Single: String, Codable { case only }

  @Test func enumsWithRawValuesHaveTheirConstants() {
    #expect(learn(Size.self).table.types["Size"] == .constants(["small", "L"]))
    #expect(learn(Level.self).table.types["Level"] == .constants([1, 10]))
    #expect(learn(Single.self).table.types["Single"] == .constants(["only"]))
  }

  enum Payment: Codable {
    case card(number: String, Share?)
    case cash
    case later(days: Int)
  }

  @Test func enumsWithAssociatedValuesAreUnions() throws {
    let (schema, table) = learn(Payment.self)
    #expect(schema == .reference("Payment"))
    #expect(
      table.types["Payment"]
        == .union([
          .init(
            "card",
            .object([
              .init("number", .string), .init("_1", .optional(.reference("Share")), isRequired: false),
            ])),
          .init("cash", .object([])),
          .init("later", .object([.init("days", integer)])),
        ]))
    #expect(try JSONValue(encoding: Payment.cash) == ["cash": [:]])
    #expect(table.problems.isEmpty)
  }

  struct Tree: Codable {
    var name: String
    var children: [Tree]
    var parent: [String: Tree]?
  }

  indirect enum Expression: Codable {
    case sum(Expression, Expression)
    case number(Double)
  }

  struct Formula: Codable {
    var expression: Expression
    var note: String
  }

  final class Chain: Codable {
    var next: Chain?
    var size = Size.small
  }

  @Test func typesMayContainThemselves() {
    let tree = learn(Tree.self).table
    #expect(
      tree.types["Tree"]
        == .object([
          .init("name", .string), .init("children", .array(.reference("Tree"))),
          .init("parent", .optional(.dictionary(.reference("Tree"))), isRequired: false),
        ]))
    let formula = learn(Formula.self).table
    #expect(
      formula.types["Formula"]
        == .object([.init("expression", .reference("Expression")), .init("note", .string)]))
    #expect(
      formula.types["Expression"]
        == .union([
          .init("sum", .object([.init("_0", .reference("Expression")), .init("_1", .reference("Expression"))])),
          .init("number", .object([.init("_0", .number)])),
        ]))
    #expect(
      learn(Chain.self).table.types["Chain"]
        == .object([
          .init("next", .optional(.reference("Chain")), isRequired: false), .init("size", .reference("Size")),
        ]))
    #expect(tree.problems.isEmpty && formula.problems.isEmpty)
  }

  struct Renamed: Codable {
    var identifier: Int
    private enum CodingKeys: String, CodingKey { case identifier = "id" }
  }

  struct Page<Item: Codable>: Codable { var items: [Item] }

  struct Wrapper: Codable, RawRepresentable { var rawValue: String }

  class Base: Codable { var base = 1 }
  final class Derived: Base {
    var own = "a"
    enum CodingKeys: CodingKey { case own }
    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      own = try container.decode(String.self, forKey: .own)
      try super.init(from: container.superDecoder())
    }
    override func encode(to encoder: any Encoder) throws {}
  }

  struct Nested: Decodable {
    let depth: Int
    enum Keys: CodingKey { case outer, list }
    enum Inner: CodingKey { case depth }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      depth = try container.nestedContainer(keyedBy: Inner.self, forKey: .outer).decode(Int.self, forKey: .depth)
      var list = try container.nestedUnkeyedContainer(forKey: .list)
      while !list.isAtEnd { _ = try list.decode(Bool.self) }
    }
  }

  @Test func codingKeysGenericsWrappersAndNestedContainersAreSupported() {
    #expect(learn(Renamed.self).table.types["Renamed"] == .object([.init("id", integer)]))
    #expect(learn(Page<Share>.self).schema == .reference("PageShare"))
    #expect(learn(Wrapper.self).schema == .string)
    #expect(learn(Wrapper.self).table.types.isEmpty)
    #expect(
      learn(Derived.self).table.types["Derived"]
        == .object([.init("own", .string), .init("super", .object([.init("base", integer)]))]))
    #expect(
      learn(Nested.self).table.types["Nested"]
        == .object([
          .init("outer", .object([.init("depth", integer)])), .init("list", .array(.boolean)),
        ]))
  }

  struct Stamped: Codable {
    var id: UUID
    var date: Date
    var data: Data
    var link: URL
    var price: Decimal
    var after: String
  }

  @Test func typesOfFoundationHaveTheSchemaOfTheirJSONForm() throws {
    let (_, table) = learn(Stamped.self)
    #expect(table.problems.isEmpty)
    let value = Stamped(
      id: UUID(), date: Date(), data: Data([1]), link: try #require(URL(string: "https://a.example")), price: 1,
      after: "x")
    let json = try JSONValue(encoding: value)
    let members = try #require(table.types["Stamped"])
    guard case .object(let properties) = members else {
      Issue.record("the schema is not an object")
      return
    }
    #expect(properties.map(\.name) == ["id", "date", "data", "link", "price", "after"])
    #expect(members.mismatch(of: json, types: table.types) == nil)
  }

  struct Email: Codable {
    var text: String
    init(from decoder: any Decoder) throws {
      text = try decoder.singleValueContainer().decode(String.self)
      guard text.contains("@") else {
        throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no address"))
      }
    }
  }

  struct Even: Codable {
    var number: Int
    var after: Email
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      number = try container.decode(Int.self, forKey: .number)
      guard number == 123_456 else {
        throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "not the number"))
      }
      after = try container.decode(Email.self, forKey: .after)
    }
  }

  struct Stated: Codable, SchemaRepresentable {
    var text: String
    static let schema = Schema.constants(["yes", "no"])
  }

  @Test func aTypeThatRefusesSamplesMustStateItsSchema() {
    #expect(learn(Email.self).schema == .string)
    let (schema, table) = learn(Even.self)
    #expect(schema == .any)
    #expect(table.problems.map(\.type) == ["Even"])
    #expect(table.problems[0].description.contains("not the number"))
    #expect(learn(Stated.self).schema == .constants(["yes", "no"]))
  }

  @Test func typesWithTheSameNameGetDifferentNames() {
    enum Other { struct Share: Codable { var other: Bool } }
    var table = SchemaTable()
    _ = table.schema(of: Share.self as any Decodable.Type)
    let other = table.schema(of: Other.Share.self as any Decodable.Type)
    #expect(other != .reference("Share"))
    #expect(table.types.count == 2)
    #expect(table.schema(of: Share.self as any Decodable.Type) == .reference("Share"))
  }

  struct Greedy: Decodable {
    let numbers: [Int]
    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      var numbers: [Int] = []
      while let number = try? container.decode(Int.self) { numbers.append(number) }
      self.numbers = numbers
    }
  }

  final class Growing<Value: Decodable>: Decodable {
    enum CodingKeys: CodingKey { case value, next }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      _ = try container.decode(Value.self, forKey: .value)
      _ = try container.decodeIfPresent(Growing<[Value]>.self, forKey: .next)
    }
  }

  @Test func typesThatDecodeWithoutEndAreStopped() {
    #expect(learn(Greedy.self).schema == .array(integer))
    #expect(learn(Growing<Int>.self).table.problems.contains { $0.reason.contains("endless number of types") })
  }
}
