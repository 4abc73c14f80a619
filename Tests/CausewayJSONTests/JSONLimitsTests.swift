import CausewayJSON
import Foundation
import Testing

@Suite("The parser's limits")
struct JSONLimitsTests {
  static let forms: [(open: String, close: String)] = [("[", "]"), (#"{"a":"#, "}"), (#"[{"a":"#, "}]")]

  private static func nested(_ depth: Int, _ form: (open: String, close: String)) -> String {
    let repeats = form.open.hasPrefix("[{") ? depth / 2 : depth
    let innermost = form.open == "[" ? "" : "1"
    return String(repeating: form.open, count: repeats) + innermost + String(repeating: form.close, count: repeats)
  }

  @Test("The default depth allows 512 levels and no more", arguments: forms)
  func defaultDepth(open: String, close: String) throws {
    let deepest = try JSONValue(parsing: Self.nested(512, (open, close)))
    let copy = try JSONValue(parsing: deepest.json)
    #expect(copy == deepest)
    #expect(copy.hashValue == deepest.hashValue)
    let error = #expect(throws: JSONError.self) { try JSONValue(parsing: Self.nested(514, (open, close))) }
    #expect(error?.reason == .depthLimitExceeded(512))
  }

  @Test("The error's position is the bracket that is too deep")
  func depthPosition() {
    let limits = JSONLimits(maximumDepth: 2)
    let error = #expect(throws: JSONError.self) { try JSONValue(parsing: "[[1],[[]]]", limits: limits) }
    #expect(error?.offset == 6)
    #expect(error?.description == "too many nested arrays and objects at line 1, column 7: the limit is a depth of 2")
    #expect(throws: Never.self) { try JSONValue(parsing: "1", limits: JSONLimits(maximumDepth: 0)) }
    #expect(throws: JSONError.self) { try JSONValue(parsing: "[]", limits: JSONLimits(maximumDepth: 0)) }
  }

  @Test("100,000 levels are an error, not a crash", arguments: ["[", #"{"a":"#, #"[{"a":"#])
  func hundredThousandLevels(open: String) {
    let text = String(repeating: open, count: 100_000)
    #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
    // Without the limit, the parser must not recurse either. The text is incomplete, so there is no value whose release
    // could recurse.
    let limits = JSONLimits(maximumDepth: .max)
    let error = #expect(throws: JSONError.self) { try JSONValue(parsing: text, limits: limits) }
    #expect(error?.offset == text.utf8.count)
  }

  @Test("The default depth is safe with the stack size in the documentation", arguments: forms)
  func smallStack(open: String, close: String) async {
    #if DEBUG
    let stackSize = 640 * 1024
    #else
    let stackSize = 256 * 1024
    #endif
    let text = Self.nested(512, (open, close))
    let survives = await withCheckedContinuation { continuation in
      let thread = Thread {
        // Perform all operations that could recurse: parsing, printing, comparing, hashing, and the release at the end
        // of the scope.
        let first = try? JSONValue(parsing: text)
        let second = try? JSONValue(parsing: first?.json ?? "")
        continuation.resume(returning: first != nil && first == second && first.hashValue == second.hashValue)
      }
      thread.stackSize = stackSize
      thread.start()
    }
    #expect(survives)
  }

  @Test("The byte limit counts the whole text and is inclusive")
  func bytes() throws {
    let limits = JSONLimits(maximumBytes: 4)
    #expect(try JSONValue(parsing: "\"é\"", limits: limits) == "é")
    let error = #expect(throws: JSONError.self) { try JSONValue(parsing: "[1] \n", limits: limits) }
    #expect(error?.reason == .byteLimitExceeded(4))
    #expect(error?.offset == 4)
  }

  @Test(
    "Two members with one name are an error if the limits forbid them, even if one name has escapes",
    arguments: [
      (#"{"a":1,"a":1}"#, 12), (#"{"a":1,"\u0061":2}"#, 17), (#"[{"b":{"a":1,"c":2,"a":3}},{"d":1,"d":2}]"#, 24),
      ("{" + (0...40).map { #""\#($0)":0,"# }.joined() + #""7":1}"#, 283),
    ])
  func duplicateNames(text: String, end: Int) throws {
    let limits = JSONLimits(allowsDuplicateNames: false)
    let error = #expect(throws: JSONError.self) { try JSONValue(parsing: text, limits: limits) }
    #expect(error?.reason == .duplicateName)
    #expect(error?.offset == end)
    #expect(throws: Never.self) { try JSONValue(parsing: text) }
  }

  @Test("A name in several objects, and names that only look the same, are not duplicates")
  func equalNamesElsewhere() throws {
    let limits = JSONLimits(allowsDuplicateNames: false)
    for text in [#"[{"a":{"a":1}},{"a":2}]"#, #"{"\u00e9":1,"e\u0301":2}"#, "{}"] {
      #expect(try JSONValue(parsing: text, limits: limits) == JSONValue(parsing: text))
    }
  }
}
