import CausewayContract
import CausewayJSON
import Foundation
import Testing

/// Contracts that are large, or that describe large values in a few lines. Everything that a program does with a contract
/// takes time in proportion to its size. The limits are processor time of the thread, and far above what is needed: steps
/// whose number is the square of the size take minutes.
@Suite("Large contracts") struct LargeContractTests {
  private static let count = 20_000

  /// Returns the processor time that this thread needs for `body`.
  private func cost(of body: () throws -> Void) rethrows -> Duration {
    func now() -> Duration {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return .seconds(Int(time.tv_sec)) + .nanoseconds(Int(time.tv_nsec))
    }
    let start = now()
    try body()
    return now() - start
  }

  private static func contract(_ parameters: Schema, types: [String: Schema] = [:]) -> Contract {
    Contract(
      name: "Large", members: [.init("f", caller: .page, form: .call, parameters: .value(parameters))], types: types)
  }

  private static func chain(_ end: Schema, _ link: (Schema) -> Schema) -> Contract {
    let types = (0..<count).map { index in
      ("A\(index)", index == count - 1 ? end : link(.reference("A\(index + 1)")))
    }
    return contract(.reference("A0"), types: Dictionary(uniqueKeysWithValues: types))
  }

  private static func object(_ schema: Schema, suffix: String = "") -> Contract {
    contract(.object((0..<count).map { .init("p\($0)\(suffix)", schema) }))
  }

  private static func union(_ schema: Schema) -> Contract {
    contract(.union((0..<count).map { .init("c\($0)", schema) }))
  }

  private static func constants(_ suffix: String) -> Contract {
    contract(.constants((0..<100_000).map { .string("e\($0)\(suffix)") }))
  }

  private static func members(_ suffix: String) -> Contract {
    Contract(
      name: "Large",
      members: (0..<count).map {
        .init("f\($0)\(suffix)", caller: .page, form: .call, parameters: .value(.reference("A0")), errors: ["E\($0)"])
      }, errors: (0..<count).map { .init("E\($0)", code: "E") }, types: chain(.string) { $0 }.types)
  }

  /// A name, and two versions of a contract.
  private static let pairs: [(name: String, old: Contract, new: Contract)] = [
    ("a chain of references", chain(.string) { $0 }, chain(.number) { $0 }),
    ("a chain of optional references", chain(.string) { .optional($0) }, chain(.number) { .optional($0) }),
    ("a chain of arrays", chain(.string) { .array($0) }, chain(.number) { .array($0) }),
    (
      "a chain of objects", chain(.string) { .object([.init("a", $0), .init("x", .string)]) },
      chain(.string) { .object([.init("a", $0), .init("x", .number)]) }
    ),
    (
      "a type whose values double with each type", chain(.string) { .object([.init("a", $0), .init("b", $0)]) },
      chain(.number) { .object([.init("a", $0), .init("b", $0)]) }
    ),
    ("an object with other types", object(.string), object(.number)),
    ("an object with other names", object(.string), object(.string, suffix: "z")),
    ("a union with other types", union(.string), union(.number)),
    ("a union that becomes an object", union(.string), object(.string)),
    ("other constants", constants(""), constants("z")),
    (
      "constants that become an integer", contract(.constants((0..<100_000).map { .number(Double($0)) })),
      contract(.integer(0...9))
    ),
    (
      "an array that becomes constants", contract(.array(.string)),
      contract(.constants((0..<100_000).map { .number(Double($0)) }))
    ),
    ("members with other names", members(""), members("z")),
  ]

  @Test(arguments: Self.pairs.indices) func allStepsAreLinear(index: Int) throws {
    let (name, old, new) = Self.pairs[index]
    let limit = Duration.seconds(60)
    for contract in [old, new] {
      let text = contract.json.json
      var types = 0
      let reading = try cost { types = try Contract(parsing: text).types.count }
      #expect(types == contract.types.count && reading < limit, "\(name)")
      var length = 0
      let writing = cost { length = contract.typeScript.utf8.count }
      #expect(length < 64 << 20 && writing < limit, "\(name)")
    }
    for (before, after) in [(old, new), (new, old)] {
      var changes: [ContractComparison.Change] = []
      let comparing = cost { changes = ContractComparison(old: before, new: after).changes }
      #expect(comparing < limit, "\(name)")
      #expect(changes.contains { !$0.isSafe }, "\(name)")
      // The examples and the lists of all changes together stay readable.
      let size = changes.reduce(0) { size, change in
        let examples = [change.pageIsNewer, change.appIsNewer].compactMap(\.refusedValue?.json.utf8.count)
        return examples.reduce(size + change.path.utf8.count + change.text.utf8.count, +)
      }
      #expect(size < 16 << 20, "\(name)")
    }
    #expect(ContractComparison(old: old, new: old).changes.isEmpty)
  }

  @Test(arguments: Self.pairs.indices) func checksOfValuesAreLinear(index: Int) {
    let (name, old, _) = Self.pairs[index]
    guard case .value(let schema) = old.members[0].parameters else { return }
    let values: [JSONValue] = [
      nil, "e99999", 7, .object((0..<Self.count).reduce(into: JSONObject()) { $0["p\($1)"] = "x" }), [],
    ]
    var mismatches: [SchemaMismatch] = []
    let checking = cost { mismatches = values.compactMap { schema.mismatch(of: $0, types: old.types) } }
    #expect(checking < .seconds(20), "\(name)")
    #expect(mismatches.allSatisfy { $0.description.utf8.count < 1_000 }, "\(name)")
  }

  @Test func aLongChainAcceptsAndRefusesAsItsEnd() {
    let contract = Self.chain(.string) { .optional($0) }
    let schema = Schema.reference("A0")
    #expect(schema.mismatch(of: "text", types: contract.types) == nil)
    #expect(schema.mismatch(of: nil, types: contract.types) == nil)
    #expect(schema.mismatch(of: 7, types: contract.types)?.description == "expected a string but found a number")
  }

  @Test func aTypeThatRefersOnlyToItselfIsAnErrorAtItsFirstName() {
    for (types, name) in [
      (["A": Schema.reference("A")], "A"), (["A": .reference("B"), "B": .reference("A")], "A"),
      (["C": .reference("D"), "D": .optional(.reference("D"))], "C"),
    ] {
      let text = Self.contract(.reference(name), types: types).json.json
      let error = #expect(throws: ContractError.self) { try Contract(parsing: text) }
      #expect(error?.description == "$defs.\(name): the type refers only to itself")
    }
  }

  @Test func aNameHasAtMost64Parts() throws {
    func contract(_ parts: Int) -> String {
      let name = Array(repeating: "a", count: parts).joined(separator: ".")
      return Contract(name: "Deep", members: [.init(name, caller: .page, form: .call)]).json.json
    }
    #expect(try Contract(parsing: contract(64)).typeScript.contains("readonly a: {"))
    let error = #expect(throws: ContractError.self) { try Contract(parsing: contract(100_000)) }
    #expect(error?.description == "members[0]: the name has 100000 parts; the limit is 64")
  }

  @Test func longListsAreCut() {
    let constants = (1...25).map { JSONValue.number(Double($0)) }
    let mismatch = Schema.constants(constants).mismatch(of: "x", types: [:])
    #expect(mismatch?.expected.hasSuffix("18, 19 or 6 others") == true)
    #expect(
      Schema.constants(Array(constants[..<20])).mismatch(of: "x", types: [:])?.expected.hasSuffix("19 or 20") == true)
    let changes = ContractComparison(old: Self.contract(.constants([])), new: Self.contract(.constants(constants)))
      .changes
    #expect(changes.map(\.text).first?.hasSuffix("18, 19 and 6 others") == true)
  }

  @Test func aLongPathShowsItsBeginningAndItsEnd() {
    let changes = ContractComparison(
      old: Self.chain(.object([.init("end", .string)])) { .object([.init("a", $0)]) },
      new: Self.chain(.object([.init("end", .number)])) { .object([.init("a", $0)]) }
    ).changes
    #expect(changes.count == 1)
    #expect(
      changes.first?.path == "parameters" + String(repeating: ".a", count: 16) + "…"
        + String(repeating: ".a", count: 15) + ".end")
    #expect(changes.first?.isSafe == false)
  }

  /// A union of many cases would have the square of their number as members `never`.
  @Test func onlyAUnionOfFewCasesHasMembersThatAreNever() {
    #expect(Self.contract(.union([.init("a", .string), .init("b", .string)])).typeScript.contains("b?: never"))
    #expect(!Self.union(.string).typeScript.contains("never"))
  }
}
