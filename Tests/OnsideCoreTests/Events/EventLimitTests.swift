import CausewayJSON
import Foundation
import Testing

@testable import OnsideCore

/// The published limits of `trackEvent` (docs/onside-rules.md, onside-3.3).
@Suite("trackEvent: the published limits")
struct EventLimitTests {
  @Test(
    "3.3 A name is a letter, then letters, digits and underscores",
    arguments: ["a", "Z", "purchaseCompleted", "subscriptionStarted", "a_1", "A9_", "onside", "Onside_x", "onsideX_"])
  func allowedNames(name: String) {
    let (event, warnings) = validated(name: name)
    #expect(event?.name == name)
    #expect(warnings.isEmpty)
    #expect(validated([(name, true)]).event?.parameters == [.init(name: name, value: .bool(true))])
  }

  @Test("3.3 A predefined event is tracked under its name", arguments: OnsidePredefinedEvent.allCases)
  func predefinedNames(event: OnsidePredefinedEvent) {
    let (tracked, warnings) = validated(name: event.rawValue)
    #expect(tracked?.name == event.rawValue)
    #expect(warnings.isEmpty)
  }

  @Test(
    "3.3 Any other name is rejected",
    arguments: ["", " ", "_a", "1a", "a b", "a-b", "a.b", "é", "aé", "a\u{301}", "a\0", "a\n", "ａ", "а", "a٣", "a😀"])
  func otherNames(name: String) {
    let (event, warnings) = validated(name: name)
    #expect(event == nil)
    #expect(warnings.count == 1)
    let (other, parameterWarnings) = validated([(name, true), ("kept", false)])
    #expect(other?.parameters == [.init(name: "kept", value: .bool(false))])
    #expect(parameterWarnings.count == 1)
  }

  @Test("3.3 A name of more than 40 characters is truncated")
  func longNames() {
    let name = String(repeating: "n", count: 40)
    #expect(validated(name: name).event?.name == name)
    #expect(validated(name: name).warnings.isEmpty)
    #expect(validated(name: name + "n").event?.name == name)
    #expect(validated(name: name + "n").warnings.count == 1)
    let (event, warnings) = validated([(name + "x", 1)])
    #expect(event?.parameters.map(\.name) == [name])
    #expect(warnings.count == 1)
  }

  @Test(
    "3.3 The prefixes onside_ and $$ are rejected", arguments: ["onside_", "onside_x", "onside_\u{301}", "$$", "$$x"])
  func reservedPrefixes(name: String) {
    #expect(validated(name: name).event == nil)
    #expect(validated(name: name).warnings.first?.contains("reserved") == true)
    let (event, warnings) = validated([(name, 1), ("kept", 2)])
    #expect(event?.parameters.map(\.name) == ["kept"])
    #expect(warnings.first?.contains("reserved") == true)
  }

  @Test("3.3 An event has at most 25 effective parameters")
  func parameterCount() {
    let parameters = (1...30).map { ("p\($0)", JSONValue.number(Double($0))) }
    let (event, warnings) = validated([("no good", 0), ("null", .null)] + parameters)
    #expect(event?.parameters.map(\.name) == (1...25).map { "p\($0)" })
    #expect(warnings.count == 3)
    #expect(warnings.last?.contains("the last 5 are dropped") == true)
    #expect(validated(Array(parameters.prefix(26))).warnings.last?.hasSuffix("the last one is dropped") == true)
    #expect(validated(Array(parameters.prefix(25))).warnings.isEmpty)
  }

  @Test("3.3 A string of more than 100 characters is truncated")
  func longStrings() {
    let text = String(repeating: "é👩‍👩‍👧", count: 50)
    #expect(validated([("p", .string(text))]).event?.parameters.first?.value == .string(text))
    #expect(validated([("p", .string(text))]).warnings.isEmpty)
    let (event, warnings) = validated([("p", .string(text + "!"))])
    #expect(event?.parameters.first?.value == .string(text))
    #expect(warnings.count == 1)
  }

  @Test("3.3 A value is a string, number, boolean, or an array of these")
  func values() {
    let (event, warnings) = validated([
      ("s", ""), ("n", -0.5), ("zero", 0), ("one", 1), ("b", true), ("a", ["x", 2, false]), ("large", 1e308),
    ])
    #expect(
      event?.parameters.map(\.value) == [
        .string(""), .number(-0.5), .number(0), .number(1), .bool(true),
        .array([.string("x"), .number(2), .bool(false)]), .number(1e308),
      ])
    #expect(warnings.isEmpty)
  }
}
