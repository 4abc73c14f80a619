import Causeway
import CausewayJSON
import FuzzSupport
import GBGBridge

@MainActor @c(LLVMFuzzerTestOneInput)
func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  Fuzzer.test(data, size, GBGTarget.check)
}

/// The fuzzing target of GBGBridge's messages. It checks on both surfaces that pending requests can be answered, and
/// that only the main frame gets answers. It also checks that `JSONPrefix` agrees with the parsed text.
///
/// Each line of the input is the body of a message.
@MainActor enum GBGTarget {
  static func check(_ bytes: UnsafeBufferPointer<UInt8>) {
    let bodies = Fuzzer.lines(bytes)
    for surface in [GBGSurface.ios, .android] {
      for body in bodies { checkPrefix(of: body) }
      Visit(surface, limits: .standard).run(bodies)
      var limits = Limits()
      limits.messageBytes = 64
      limits.messageDepth = 4
      limits.openRequests = 4
      Visit(surface, limits: limits).run(bodies)
    }
  }

  /// Checks that `JSONPrefix` reads the same members from a text as the JSON parser, also if the text is in a string.
  private static func checkPrefix(of text: String) {
    let prefix = JSONPrefix(text)
    var whole = try? JSONValue(parsing: text)
    if let inner = whole?.stringValue { whole = try? JSONValue(parsing: inner) }
    for name in ["type", "correlationId", "version"] {
      let shown = prefix[name]
      if let object = whole?.objectValue {
        expect(
          shown.map(JSONValue.string) == object[name].flatMap(onlyString),
          "JSONPrefix reads \(shown ?? "nil") as \(name), but the parser does not")
      }
      // JSONPrefix decodes only one level of strings, so a text that is a string itself is not put into another string.
      guard !text.drop(while: { " \t\r\n".contains($0) }).hasPrefix("\"") else { continue }
      expect(JSONPrefix(JSONValue.string(text).json)[name] == shown, "in a string, \(name) is not \(shown ?? "nil")")
    }
  }

  private static func onlyString(_ value: JSONValue) -> JSONValue? {
    value.stringValue.map(JSONValue.string)
  }
}
