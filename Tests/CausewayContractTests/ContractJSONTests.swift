import CausewayContract
import CausewayJSON
import Testing

/// Tests that a contract that is written as JSON is read again without loss.
@Suite("Contracts as JSON") struct ContractJSONTests {
  private static let contract = Contract(
    name: "Shop",
    members: [
      Contract.Member(
        "share", caller: .page, form: .call, parameters: .value(.reference("Share")), result: .value(.boolean),
        takesBytes: true, errors: ["NotSignedIn"], documentation: "Shares an item.", deprecation: "Use send."),
      Contract.Member(
        "prices", caller: .page, form: .stream, parameters: .value(.string), elements: .value(.reference("Price"))),
      Contract.Member(
        "report.save", caller: .page, form: .upload, parameters: .value(.string), elements: .bytes,
        result: .value(.integer(0...255)), progress: .reference("Price")),
      Contract.Member("opened", caller: .page, form: .event, parameters: .value(.any)),
      Contract.Member("title", caller: .app, form: .call, result: .value(.optional(.string))),
      Contract.Member("share", caller: .app, form: .event, parameters: .value(.dictionary(.array(.number)))),
    ],
    errors: [.init("NotSignedIn", code: "NOT_SIGNED_IN", details: .reference("Price"), documentation: "Sign in.")],
    types: [
      "Share": .object([.init("text", .string), .init("url", .optional(.string), isRequired: false)]),
      "Price": .union([.init("cash", .number), .init("card", .object([.init("size", .constants(["s", 1]))]))]),
    ])

  @Test func aContractIsWrittenAndReadWithoutLoss() throws {
    let text = Self.contract.json.json
    let read = try Contract(parsing: text)
    #expect(read.json == Self.contract.json)
    #expect(Set(read.members) == Set(Self.contract.members))
    #expect(read.errors == Self.contract.errors)
    #expect(read.types == Self.contract.types)
    #expect(read.name == "Shop")
  }

  @Test func theOrderOfMembersDoesNotMatter() {
    var other = Self.contract
    other.members.reverse()
    #expect(other.json.json == Self.contract.json.json)
  }

  @Test(arguments: [
    ("7", "expected an object but found a number"),
    (#"{"name":"S","members":[]}"#, "\"causeway\" is missing"),
    (#"{"causeway":2,"name":"S","members":[]}"#, "causeway: version 2 of contracts is not known"),
    (#"{"causeway":1,"name":"S","members":[],"member":1}"#, "\"member\" is unknown here"),
    (#"{"causeway":1,"name":"S","members":[{"name":"a","caller":"me","form":"call"}]}"#, "members[0].caller: expected"),
    (#"{"causeway":1,"name":"S","members":[{"name":"a","caller":"page","form":"stream"}]}"#, "need \"elements\""),
    (
      #"{"causeway":1,"name":"S","members":[{"name":"a","caller":"page","form":"call","result":{"type":"text"}}]}"#,
      #"members[0].result.type: expected "boolean", "string", "number", "integer", "array" or "object" but found "text""#
    ),
    (
      ##"{"causeway":1,"name":"S","members":[{"name":"a","caller":"page","form":"call","result":{"$ref":"#/$defs/A"}}]}"##,
      "members[0]: no type is named \"A\""
    ),
    (
      ##"{"causeway":1,"name":"S","members":[],"$defs":{"A":{"$ref":"#/$defs/B"},"B":{"$ref":"#/$defs/A"}}}"##,
      "$defs.A: the type refers only to itself"
    ),
    (
      #"{"causeway":1,"name":"S","members":[{"name":"a","caller":"page","form":"call"},{"name":"a","caller":"page","form":"call"}]}"#,
      "members[1]: another member"
    ),
    (
      #"{"causeway":1,"name":"S","members":[{"name":"a","caller":"page","form":"call","errors":["E"]}]}"#,
      "members[0].errors: no error is named \"E\""
    ),
    ("{", "the text is not JSON"),
  ])
  func theErrorNamesThePositionOfTheMistake(text: String, problem: String) {
    let error = #expect(throws: ContractError.self) { try Contract(parsing: text) }
    #expect(error?.description.contains(problem) == true, "\(error?.description ?? "no error")")
  }
}

/// Tests that a schema accepts and refuses the same values as the decoder of the same type.
@Suite("Values and schemas") struct SchemaMismatchTests {
  private let types: [String: Schema] = [
    "Item": .object([.init("name", .string), .init("note", .optional(.string), isRequired: false)]),
    "Tree": .object([.init("children", .array(.reference("Tree")))]),
  ]

  private static let cases: [(schema: Schema, value: JSONValue, difference: String?)] = [
    (Schema.reference("Item"), JSONValue.object(["name": "a", "more": 1]), nil),
    (.reference("Item"), ["name": "a", "note": .null], nil),
    (.reference("Item"), ["name": 1], "at name: expected a string but found a number"),
    (.reference("Item"), [:], "at name: expected a string but found nothing"),
    (.array(.reference("Item")), [["name": "a"], ["name": .null]], "at [1].name: expected a string but found null"),
    (.dictionary(.array(.number)), ["x": [1, "2"]], "at x[1]: expected a number but found a string"),
    (.integer(0...9), 9, nil),
    (.integer(0...9), 10, "expected an integer from 0 to 9 but found an integer out of this range"),
    (
      .integer(-Schema.maximumInteger...Schema.maximumInteger), 1e300,
      "expected an integer from -9007199254740991 to 9007199254740991 but found an integer out of this range"
    ),
    (.integer(0...9), 0.5, "expected an integer but found a number with a fraction"),
    (.constants(["a", 1]), 1, nil), (.constants(["a", 1]), "b", #"expected "a" or 1 but found another string"#),
    (.union([.init("a", .number), .init("b", .object([]))]), ["b": [:]], nil),
    (.union([.init("a", .number)]), ["a": "x"], "at a: expected a number but found a string"),
    (
      .union([.init("a", .number), .init("b", .number), .init("c", .number)]), ["a": 1, "c": 2],
      #"expected an object with one of the members "a", "b" or "c" but found an object with several of them"#
    ),
    (.union([.init("a", .number)]), ["a": 1, "c": 2], nil),
    (
      .union([.init("a", .number)]), ["c": 2],
      #"expected an object with one of the members "a" but found an object with none of them"#
    ),
    (.optional(.boolean), .null, nil), (.boolean, .null, "expected a Boolean but found null"),
    (
      .reference("Tree"), ["children": [["children": []], ["children": 1]]],
      "at children[1].children: expected an array but found a number"
    ),
  ]

  @Test(arguments: cases)
  func theFirstDifferenceIsReported(schema: Schema, value: JSONValue, difference: String?) {
    #expect(schema.mismatch(of: value, types: types)?.description == difference)
  }
}
