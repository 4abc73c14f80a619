import Causeway
import CausewayJSON
import FuzzSupport
import GBGBridge

@MainActor @c(LLVMFuzzerTestOneInput)
func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  Fuzzer.test(data, size, GBGTarget.check)
}

/// Messages of GBGBridge: each has a meaning on either surface, what waits is answered, and nobody but the main frame is
/// served. And the beginnings of texts, which show what the whole texts say.
///
/// The input is the text of a body; a line break ends it, and the next one follows.
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

  /// What the beginning of a text shows is what the whole text says.
  private static func checkPrefix(of text: String) {
    let prefix = JSONPrefix(text)
    var whole = try? JSONValue(parsing: text)
    if let inner = whole?.stringValue { whole = try? JSONValue(parsing: inner) }
    for name in ["type", "correlationId", "version"] {
      let shown = prefix[name]
      if let object = whole?.objectValue {
        expect(
          shown.map(JSONValue.string) == object[name].flatMap(onlyString),
          "the whole text's \(name) is not \(shown ?? "nil")")
      }
      // A text in a text in a text holds no message.
      guard !text.drop(while: { " \t\r\n".contains($0) }).hasPrefix("\"") else { continue }
      expect(JSONPrefix(JSONValue.string(text).json)[name] == shown, "quoted, \(name) is not \(shown ?? "nil")")
    }
  }

  private static func onlyString(_ value: JSONValue) -> JSONValue? {
    value.stringValue.map(JSONValue.string)
  }
}
