import CausewayJSON
import Testing

@testable import CausewayCommand

@Suite("The difference between two JSON values") struct JSONDifferenceTests {
  private static let ids = ["6C1F2B6E-1111-4D0A-8F00-0123456789AB", "7D2F2B6E-2222-4D0A-8F00-0123456789AB"]

  private func difference(_ old: JSONValue?, _ new: JSONValue?, ignoring: Set<String> = []) -> JSONDifference? {
    JSONDifference(old, new, fresh: FreshValues(), ignoring: ignoring)
  }

  @Test func equalValuesHaveNone() {
    #expect(difference(["a": [1, nil, "x"]], ["a": [1, nil, "x"]]) == nil)
    #expect(difference(nil, nil) == nil)
  }

  @Test(
    arguments: [
      (["orders": [["price": 1], ["price": 2]]], ["orders": [["price": 1], ["price": 3]]], "orders[1].price", 2, 3),
      (["a": 1], [:], "a", 1, nil),
      (["a": 1], ["a": 1, "b": 2], "b", nil, 2),
      (["a": [1]], ["a": [1, 2]], "a[1]", nil, 2),
      (1, "1", "", 1, "1"),
    ] as [(JSONValue, JSONValue, String, JSONValue?, JSONValue?)])
  func theFirstOneIsNamedWithItsPath(
    old: JSONValue, new: JSONValue, path: String, recorded: JSONValue?, found: JSONValue?
  ) {
    let difference = difference(old, new)
    #expect(difference?.path == path)
    #expect(difference?.recorded == recorded)
    #expect(difference?.found == found)
  }

  @Test func ignoredMembersMayDifferAnywhere() {
    #expect(difference(["a": ["id": 1]], ["a": ["id": 2]], ignoring: ["id"]) == nil)
    #expect(difference(["a": 1], ["a": 1, "id": 2], ignoring: ["id"]) == nil)
    #expect(difference(["a": 1, "id": 2], ["a": 2], ignoring: ["id"])?.path == "a")
  }

  @Test func anIDMayBeAnotherIfItIsAlwaysTheSame() {
    let (a, b) = (JSONValue.string(Self.ids[0]), JSONValue.string(Self.ids[1]))
    #expect(difference([a, a], [b, b]) == nil)
    #expect(difference([a, a], [b, a])?.path == "[1]")
    #expect(difference([a], ["order"])?.path == "[0]")
  }

  @Test func anIDInATextMayBeAnother() {
    #expect(difference(.string("page-\(Self.ids[0])"), .string("page-\(Self.ids[1])")) == nil)
    #expect(difference(.string("page-\(Self.ids[0])"), .string("app-\(Self.ids[1])")) != nil)
  }

  @Test(arguments: [
    (1_795_719_316_993, 1_795_719_317_235, true), (1_795_719_317.007647, 1_795_719_408.8823726, true),
    (1_795_719_316, 1_795_719_317, false), (499, 599, false),
  ])
  func timesMayDiffer(old: Double, new: Double, areEquivalent: Bool) {
    #expect((difference(.number(old), .number(new)) == nil) == areEquivalent)
  }

  @Test func datesMayDiffer() {
    #expect(difference("2026-11-26T18:00:00Z", "2026-11-27T18:00:00.250Z") == nil)
    #expect(difference("2026-11-26", "2026-11-27") != nil)
  }

  @Test func thePageSendsTheIDsOfTheReplay() {
    let fresh = FreshValues()
    #expect(JSONDifference(.string(Self.ids[0]), .string(Self.ids[1]), fresh: fresh, ignoring: []) == nil)
    #expect(
      fresh.replacing(["transaction": .string("t-\(Self.ids[0])"), "n": 1])
        == ["transaction": .string("t-\(Self.ids[1])"), "n": 1])
  }
}
