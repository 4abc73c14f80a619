import CausewayJSON
import Testing

@Suite("JSON is printed as by JavaScript, and parsed back to the same value")
struct JSONPrintingTests {
  @Test(
    "Numbers are printed as by ECMAScript's Number::toString",
    arguments: [
      (0, "0"), (1, "1"), (-1, "-1"), (1.5, "1.5"), (-0.1, "-0.1"), (123.456, "123.456"), (100, "100"),
      (9_007_199_254_740_991, "9007199254740991"), (-9_007_199_254_740_992, "-9007199254740992"),
      (9_007_199_254_740_994, "9007199254740994"), (123_456_789_012_345_680, "123456789012345680"),
      (1e20, "100000000000000000000"), (-0x1p63, "-9223372036854776000"), (1.5e20, "150000000000000000000"),
      (1.2345678901234568e20, "123456789012345680000"),
      (1e21, "1e+21"), (1.5e21, "1.5e+21"), (1.2345678901234568e29, "1.2345678901234568e+29"), (-1e300, "-1e+300"),
      (0.1, "0.1"), (0.01, "0.01"), (1e-5, "0.00001"), (1e-6, "0.000001"), (1.5e-6, "0.0000015"), (1e-7, "1e-7"),
      (1.5e-7, "1.5e-7"), (-1.25e-10, "-1.25e-10"), (.leastNonzeroMagnitude, "5e-324"),
      (1.7976931348623157e308, "1.7976931348623157e+308"),
      (0.1 + 0.2, "0.30000000000000004"), (2_251_799_813_685_248.5, "2251799813685248.5"), (1e23, "1e+23"),
    ] as [(Double, String)])
  func numbers(number: Double, text: String) throws {
    #expect(JSONValue.number(number).json == text)
    #expect(try JSONValue(parsing: text).numberValue == number)
  }

  @Test("-0 keeps its sign, so that it is parsed back to the same value")
  func negativeZero() throws {
    #expect(JSONValue.number(-0.0).json == "-0")
    #expect(try JSONValue(parsing: "-0").numberValue?.sign == .minus)
  }

  @Test("NaN and the infinities print as null, as JSON.stringify does", arguments: [Double.nan, .infinity, -.infinity])
  func notFinite(number: Double) {
    #expect(JSONValue.array([.number(number)]).json == "[null]")
  }

  @Test("Strings escape exactly the characters that RFC 8259 requires, in the short form if there is one")
  func strings() {
    let string: JSONValue = "\"\\/\u{8}\t\n\u{C}\r\0\u{1F}\u{7F}é\u{2028}<"
    #expect(string.json == "\"\\\"\\\\/\\b\\t\\n\\f\\r\\u0000\\u001f\u{7F}é\u{2028}<\"")
  }

  @Test("Script-safe text has no '<' and no line separator, in names and in values")
  func scriptSafe() throws {
    let value: JSONValue = ["</script>": "<!-- \u{2028}\u{2029}\u{202A}ⶨé\"\n plain text of some length"]
    var bytes: [UInt8] = []
    value.write(into: &bytes, style: .scriptSafe)
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == "{\"\\u003c/script>\":\"\\u003c!-- \\u2028\\u2029\u{202A}ⶨé\\\"\\n plain text of some length\"}")
    #expect(try JSONValue(parsing: bytes) == value)
  }

  @Test("Pretty text has one element per line")
  func pretty() throws {
    let value: JSONValue = ["a": [1, [:], []], "b": ["c": nil]]
    var bytes: [UInt8] = []
    value.write(into: &bytes, style: .pretty)
    let text = """
      {
        "a": [
          1,
          {},
          []
        ],
        "b": {
          "c": null
        }
      }
      """
    #expect(String(decoding: bytes, as: UTF8.self) == text)
    #expect(try JSONValue(parsing: bytes) == value)
  }

  @Test("Writing appends to the given bytes")
  func appends() {
    var bytes = Array("data: ".utf8)
    JSONValue.array([true]).write(into: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == "data: [true]")
  }
}
