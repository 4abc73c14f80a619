import CausewayContract
import CausewayJSON
import Testing

/// The rules of compatibility, which `docs/contract.md` states.
@Suite("Changes of contracts") struct ContractComparisonTests {
  /// Returns whether it is safe to change the schema of a parameter that the page sends: first if the page is newer,
  /// then if the app is newer.
  private func outcomes(
    _ old: Schema, _ new: Schema, types: [String: Schema] = [:], newTypes: [String: Schema]? = nil
  ) -> [Bool] {
    func contract(_ schema: Schema, _ types: [String: Schema]) -> Contract {
      Contract(
        name: "Shop", members: [.init("share", caller: .page, form: .call, parameters: .value(schema))], types: types)
    }
    let comparison = ContractComparison(old: contract(old, types), new: contract(new, newTypes ?? types))
    return [comparison.changes.allSatisfy(\.pageIsNewer.isSafe), comparison.changes.allSatisfy(\.appIsNewer.isSafe)]
  }

  private static let integer = Schema.integer(-Schema.maximumInteger...Schema.maximumInteger)
  private static let schemas: [(old: Schema, new: Schema, pageIsNewer: Bool, appIsNewer: Bool)] = [
    (.string, .string, true, true),
    (.string, .number, false, false),
    (.string, .any, false, true),
    (.any, .optional(.any), true, true),
    (.boolean, .constants([true, false]), true, true),
    (.boolean, .constants([true]), true, false),
    (.string, .optional(.string), false, true),
    (.integer(0...9), .integer(0...255), false, true),
    (.integer(0...1), .constants([0, 1]), true, true),
    (.integer(0...2), .constants([0, 1]), true, false),
    (integer, .number, false, true),
    (.constants(["s", "m"]), .constants(["s", "m", "l"]), false, true),
    (.constants(["s"]), .string, false, true),
    (.constants(["s", nil]), .optional(.constants(["s"])), true, true),
    (.array(.integer(0...9)), .array(.number), false, true),
    (.array(.string), .dictionary(.string), false, false),
    (.dictionary(.number), .dictionary(.optional(.number)), false, true),
    // Members.
    (.object([]), .object([.init("a", .string)]), true, false),
    (.object([]), .object([.init("a", .string, isRequired: false)]), true, true),
    (.object([.init("a", .string)]), .object([.init("a", .string, isRequired: false)]), false, true),
    (.object([.init("a", .string)]), .object([.init("a", .optional(.string))]), false, true),
    (
      .object([.init("a", .string, isRequired: false)]), .object([.init("a", .optional(.string), isRequired: false)]),
      false, true
    ),
    (.object([.init("a", .string)]), .dictionary(.string), false, true),
    (.object([.init("a", .string)]), .dictionary(.number), false, false),
    (.object([.init("a", .string, isRequired: false)]), .dictionary(.string), true, true),
    // Cases.
    (.union([.init("a", .string)]), .union([.init("a", .string), .init("b", .string)]), false, true),
    (.union([.init("a", .string)]), .object([.init("a", .string)]), true, true),
    (.union([.init("a", .string), .init("b", .string)]), .object([.init("a", .string)]), true, false),
    (.union([.init("a", .string)]), .dictionary(.string), false, true),
    // A reader of a union ignores members that belong to none of the cases.
    (.union([.init("a", .string)]), .object([.init("a", .string), .init("b", .string)]), true, false),
    (
      .union([.init("a", .string), .init("b", .string)]),
      .object([.init("a", .string), .init("b", .string, isRequired: false)]), false, false
    ),
    // No value matches these schemas, so a sender with such a schema sends nothing that could be refused.
    (.union([]), .union([.init("a", .string)]), false, true),
    (.object([.init("a", .union([])), .init("b", .string)]), .object([.init("b", .number)]), false, true),
  ]

  @Test(arguments: schemas)
  func aWiderSchemaIsSafeOnTheSideThatReads(old: Schema, new: Schema, pageIsNewer: Bool, appIsNewer: Bool) {
    #expect(outcomes(old, new) == [pageIsNewer, appIsNewer])
    #expect(outcomes(new, old) == [appIsNewer, pageIsNewer])
  }

  @Test func typesAreComparedByStructureAndMayContainThemselves() {
    let tree = Schema.object([.init("name", .string), .init("children", .array(.reference("Tree")))])
    let node = Schema.object([.init("name", .string), .init("children", .array(.reference("Node")))])
    let optional = Schema.object([
      .init("name", .string, isRequired: false), .init("children", .array(.reference("Tree"))),
    ])
    #expect(outcomes(.reference("Tree"), .reference("Node"), types: ["Tree": tree, "Node": node]) == [true, true])
    #expect(outcomes(.reference("Tree"), tree, types: ["Tree": tree]) == [true, true])
    #expect(
      outcomes(.reference("Tree"), .reference("Tree"), types: ["Tree": tree], newTypes: ["Tree": optional])
        == [false, true])
    let endless: [String: Schema] = ["A": .reference("B"), "B": .optional(.reference("A"))]
    #expect(outcomes(.reference("A"), .reference("B"), types: endless) == [true, true])
    #expect(outcomes(.reference("A"), .reference("Missing"), types: endless) == [true, true])
  }

  private static let contents: [(old: Contract.Content, new: Contract.Content, pageIsNewer: Bool, appIsNewer: Bool)] = [
    (.nothing, .value(.string), true, false), (.nothing, .value(.optional(.string)), true, true),
    (.nothing, .bytes, true, false), (.bytes, .value(.any), false, false), (.bytes, .bytes, true, true),
  ]

  /// The app sends results and the page sends parameters, so the outcomes for results are the reverse.
  @Test(arguments: contents)
  func aMissingValueIsReadAsNullAndBytesAreNotAValue(
    old: Contract.Content, new: Contract.Content, pageIsNewer: Bool, appIsNewer: Bool
  ) {
    let comparison = ContractComparison(
      old: Contract(name: "Shop", members: [.init("load", caller: .page, form: .call, result: old)]),
      new: Contract(name: "Shop", members: [.init("load", caller: .page, form: .call, result: new)]))
    #expect(comparison.changes.allSatisfy(\.pageIsNewer.isSafe) == appIsNewer)
    #expect(comparison.changes.allSatisfy(\.appIsNewer.isSafe) == pageIsNewer)
  }

  private static let members: [(member: Contract.Member, pageIsNewer: Bool, appIsNewer: Bool)] = [
    (Contract.Member("m", caller: .page, form: .call), false, true),
    (.init("m", caller: .page, form: .event), false, true),
    (.init("m", caller: .app, form: .call), true, false),
    (.init("m", caller: .app, form: .stream, elements: .bytes), true, false),
    // `connect().on` has only the events of the app's contract, so a newer page that listens for the event fails.
    (.init("m", caller: .app, form: .event), false, true),
  ]

  @Test(arguments: members)
  func aNewMemberIsUnsafeWhileTheOtherSideLacksIt(member: Contract.Member, pageIsNewer: Bool, appIsNewer: Bool) throws {
    let (without, with) = (Contract(name: "Shop"), Contract(name: "Shop", members: [member]))
    let added = try #require(ContractComparison(old: without, new: with).changes.first)
    #expect([added.pageIsNewer.isSafe, added.appIsNewer.isSafe] == [pageIsNewer, appIsNewer])
    let removed = try #require(ContractComparison(old: with, new: without).changes.first)
    #expect([removed.pageIsNewer.isSafe, removed.appIsNewer.isSafe] == [appIsNewer, pageIsNewer])
  }

  @Test func aChangeOfTheFormIsUnsafe() {
    let old = Contract(name: "Shop", members: [.init("m", caller: .page, form: .call)])
    let new = Contract(name: "Shop", members: [.init("m", caller: .page, form: .stream, elements: .bytes)])
    let changes = ContractComparison(old: old, new: new).changes
    #expect(changes.map(\.text) == ["was a function and is now a stream"])
    #expect(changes.allSatisfy { !$0.pageIsNewer.isSafe && !$0.appIsNewer.isSafe })
  }

  @Test func progressIsComparedInTheDirectionInWhichItIsSent() {
    func outcomes(_ caller: Contract.Side, _ old: Schema?, _ new: Schema?) -> [Bool] {
      let contracts = [old, new].map {
        Contract(name: "S", members: [.init("m", caller: caller, form: .call, progress: $0)])
      }
      let changes = ContractComparison(old: contracts[0], new: contracts[1]).changes
      return [changes.allSatisfy(\.pageIsNewer.isSafe), changes.allSatisfy(\.appIsNewer.isSafe)]
    }
    #expect(outcomes(.page, .number, .string) == [false, false])
    #expect(outcomes(.page, .optional(.number), .number) == [false, true])
    #expect(outcomes(.app, .optional(.number), .number) == [true, false])
    // Without a type, the side that is called may report anything.
    #expect(outcomes(.page, nil, .number) == [false, true])
    #expect(outcomes(.page, .number, nil) == [true, false])
    #expect(outcomes(.page, nil, nil) == [true, true])
  }

  @Test func changesOfNamesDocumentationAndNotesAreSafe() {
    var old = Contract(name: "Shop", members: [.init("m", caller: .page, form: .call)])
    old.errors = [.init("Late", code: "LATE")]
    var new = old
    new.name = "Store"
    new.members[0].documentation = "Does it."
    new.members[0].deprecation = "Use n."
    new.members[0].takesBytes = true
    new.members[0].errors = ["Late"]
    new.errors[0].documentation = "Too late."
    let comparison = ContractComparison(old: old, new: new)
    #expect(comparison.isSafe)
    #expect(
      comparison.changes.map(\.text) == [
        "is now named Store", "now takes bytes", "may now fail with Late", "is now deprecated: Use n.",
        "has another description", "has another description",
      ])
    #expect(ContractComparison(old: new, new: old).isSafe)
    #expect(ContractComparison(old: new, new: new).changes.isEmpty)
  }

  @Test func errorsAreComparedByTheNamesOfTheirClasses() {
    func outcomes(_ old: [Contract.ErrorType], _ new: [Contract.ErrorType]) -> [Bool] {
      let changes = ContractComparison(old: .init(name: "S", errors: old), new: .init(name: "S", errors: new)).changes
      return [changes.allSatisfy(\.pageIsNewer.isSafe), changes.allSatisfy(\.appIsNewer.isSafe)]
    }
    #expect(outcomes([], [.init("Late", code: "LATE")]) == [false, true])
    #expect(outcomes([.init("Late", code: "LATE")], []) == [true, false])
    #expect(outcomes([.init("Late", code: "LATE")], [.init("Late", code: "TOO_LATE")]) == [false, false])
    #expect(
      outcomes([.init("Late", code: "L", details: .string)], [.init("Late", code: "L", details: .any)]) == [
        true, false,
      ])
    #expect(outcomes([.init("Late", code: "L")], [.init("Late", code: "L", details: .string)]) == [false, true])
  }

  @Test func aChangeIsExplainedWithItsPosition() throws {
    let size = Schema.object([.init("items", .array(.object([.init("size", .constants(["s", "m"]))])))])
    let more = Schema.object([.init("items", .array(.object([.init("size", .constants(["s", "m", "l"]))])))])
    let change = try #require(
      ContractComparison(
        old: .init(name: "S", members: [.init("find", caller: .page, form: .call, result: .value(size))]),
        new: .init(name: "S", members: [.init("find", caller: .page, form: .call, result: .value(more))])
      ).changes.first)
    #expect(change.part == "function find")
    #expect(change.path == "result.items[].size")
    #expect(change.text == "has the new constant \"l\"")
    #expect(change.pageIsNewer.reason == "The newer page accepts all that the older app sends.")
    #expect(
      change.appIsNewer.reason == "The newer app may send \"l\", but the older page does not accept that.")
    #expect(change.appIsNewer.refusedValue == ["items": [["size": "l"]]])
  }
}
