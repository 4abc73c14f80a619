import CausewayJSON
import Foundation
import Testing

@testable import OnsideCore

/// The order of the checks of `trackEvent`, and its edge cases (docs/onside-rules.md, onside-3.3).
@Suite("trackEvent: order and edge cases")
struct EventEdgeTests {
  @Test("3.3 The prefix comes before truncation, and truncation before the pattern")
  func order() {
    let forty = String(repeating: "n", count: 40)
    // The pattern is checked after the truncation, so invalid characters beyond the limit do not matter.
    #expect(validated(name: forty + " é$$").event?.name == forty)
    #expect(validated(name: "onside_" + forty).warnings.first?.contains("reserved") == true)
    #expect(validated(name: "1" + forty).event == nil)
  }

  @Test("3.3 A parameter is dropped if its truncated key equals an earlier key")
  func sameKey() {
    let forty = String(repeating: "k", count: 40)
    let (event, warnings) = validated([(forty, 1), (forty + "a", 2), (forty + "b", 3), ("k", 4), ("k", 5)])
    #expect(
      event?.parameters == [.init(name: forty, value: .number(1)), .init(name: "k", value: .number(4))])
    #expect(warnings.count == 5)  // Two keys are truncated, and three parameters are dropped.
  }

  @Test(
    "3.3 Only the parameter whose value has an unsupported type is dropped",
    arguments: [
      JSONValue.null, .number(.nan), .number(.infinity), .number(-.infinity), .object([:]), .object(["a": 1]),
      .array([]), .array([.null]), .array([.number(.nan), .object([:])]), .array([.array(["x"])]),
      .array(["x", .array([])]),
    ])
  func otherValues(value: JSONValue) {
    let (event, warnings) = validated([("bad", value), ("good", 1)])
    #expect(event?.parameters == [.init(name: "good", value: .number(1))])
    #expect(warnings.count == 1)
  }

  @Test("3.3 Unusable elements of an array are dropped, and its strings are truncated")
  func arrayElements() {
    let text = String(repeating: "t", count: 100)
    let (event, warnings) = validated([
      ("a", [.null, .string(text + "t"), .number(.nan), .object([:]), false, 3])
    ])
    #expect(event?.parameters.first?.value == .array([.string(text), .bool(false), .number(3)]))
    #expect(warnings.count == 2)
  }

  @Test("3.3 Prefixes are compared case-sensitively")
  func prefixCase() {
    #expect(validated(name: "Onside_x").event?.name == "Onside_x")
    #expect(validated(name: "ONSIDE_x").event?.name == "ONSIDE_x")
    #expect(validated(name: "$x").warnings.first?.contains("reserved") == false)
  }

  @Test("3.3 Lengths count Characters")
  func characters() {
    let family = String(repeating: "👨‍👩‍👧‍👦", count: 101)
    let (event, _) = validated([("p", .string(family))])
    #expect(event?.parameters.first?.value == .string(String(family.prefix(100))))
  }

  @Test("3.3 Parameters keep the page's order")
  func pageOrder() {
    let names = ["z", "a", "m", "B", "c1"]
    #expect(validated(names.map { ($0, 1) }).event?.parameters.map(\.name) == names)
  }

  @Test("Warnings contain the page's names in printable form, and no values")
  func warningTexts() {
    let secret = String(repeating: "secret", count: 50)
    let names = ["\u{202E}evil\n\u{1b}[31m", String(repeating: "x ", count: 100_000)]
    for name in names {
      let all =
        validated(name: name).warnings
        + validated([(name, .string(secret)), ("p", .string(secret)), ("q", .array([.string(secret), .null]))]).warnings
      #expect(all.count >= 4)
      for warning in all {
        #expect(!warning.contains("secret"))
        #expect(warning.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E && $0.value != 0x7f })
        #expect(warning.count < 400)
      }
    }
  }

  @Test("An event with many invalid parameters causes few warnings")
  func manyWarnings() {
    let (event, warnings) = validated((0..<100_000).map { ("no good \($0)", .null) })
    #expect(event?.parameters.isEmpty == true)
    #expect(warnings.count == EventLimits.warnings + 1)
    #expect(warnings.last?.contains("99980 more") == true)
  }
}
