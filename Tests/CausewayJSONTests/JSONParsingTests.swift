import CausewayJSON
import Testing

@Suite("The parser accepts RFC 8259 and nothing else")
struct JSONParsingTests {
  static let accepted: [(text: String, value: JSONValue)] = [
    // Single values, and white space.
    ("null", nil), ("true", true), ("false", false), ("0", 0), ("\"\"", ""), ("[]", []), ("{}", [:]),
    (" \t\r\n[ \n1 , 2\t]\r ", [1, 2]), ("{ \"a\" : 1 , \"b\" : { } }", ["a": 1, "b": [:]]),
    ("[[],[[]],{}]", [[], [[]], [:]]), ("{\"\":\"\"}", ["": ""]),
    // Numbers.
    ("-0", .number(-0.0)), ("-1", -1), ("10", 10), ("1.5", 1.5), ("-0.5", -0.5), ("0.0", 0), ("1e2", 100),
    ("1E+2", 100), ("1e-2", 0.01), ("1.25e2", 125), ("0e0", 0), ("0e-999999999999999999999", 0),
    ("0e999999999999999999999", 0), ("9007199254740993", 9_007_199_254_740_992),
    ("123456789012345678901234567890", 1.2345678901234568e29),
    ("1.7976931348623157e308", .number(.greatestFiniteMagnitude)), ("5e-324", .number(.leastNonzeroMagnitude)),
    ("1e-400", 0), ("0.1", 0.1), ("3.141592653589793238462643383279", 3.141592653589793), ("1e23", 1e23),
    ("8.5e22", 8.5e22), ("0.000001", 1e-6), ("100000000000000000000000", 1e23),
    ("9007199254740992e1", 90_071_992_547_409_920),
    // Strings and escapes.
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0041\u00e9\u20AC""#, "Aé€"), (#""\ud83d\uDE00""#, "😀"),
    (#""\u0000""#, "\0"), ("\"\u{7F}\u{2028}\u{FEFF}\"", "\u{7F}\u{2028}\u{FEFF}"), ("\"é€😀\"", "é€😀"),
    (
      #""plain text of more than sixteen bytes, and an \n escape""#,
      "plain text of more than sixteen bytes, and an \n escape"
    ),
    // A lone surrogate becomes U+FFFD, and the text after it is read separately.
    (#""\ud800""#, "\u{FFFD}"), (#""\udc00x""#, "\u{FFFD}x"), (#""\ud800\n""#, "\u{FFFD}\n"),
    (#""\ud800\u0041""#, "\u{FFFD}A"), (#""\ud800\ud83d\ude00""#, "\u{FFFD}😀"),
    (#""\ude00\ud83d""#, "\u{FFFD}\u{FFFD}"),
    // No name has a special meaning, and names are compared by scalars.
    (#"{"__proto__":{"x":1},"constructor":2}"#, ["__proto__": ["x": 1], "constructor": 2]),
    ("{\"\u{E9}\":1,\"e\u{301}\":2}", ["\u{E9}": 1, "e\u{301}": 2]),
  ]

  @Test("Accepted", arguments: accepted)
  func accepts(text: String, value: JSONValue) throws {
    let parsed = try JSONValue(parsing: text)
    #expect(parsed == value)
    #expect(parsed.numberValue?.sign == value.numberValue?.sign)
    #expect(try JSONValue(parsing: Array(text.utf8)) == value)
  }

  @Test(
    "Rejected",
    arguments: [
      // Structure.
      "", " ", "[", "]", "{", "}", "[1", "[1,", "[,1]", "[1,,2]", "[1,]", "[1 2]", "[1}", "{\"a\":1]", "{\"a\"}",
      "{\"a\":}", "{\"a\" 1}", "{\"a\":1,}", "{,}", "{1:2}", "{'a':1}", "{a:1}", "{\"a\":1 \"b\":2}", "[]]", "1 1",
      "[] x", "{}{}", ",", ":", "[:]", "{[]:1}", "{\"a\":1,null}",
      // Literals.
      "True", "TRUE", "nul", "nulll", "truefalse", "undefined", "NaN", "Infinity", "-Infinity", "-NaN",
      // Numbers.
      "-", "+1", "01", "-01", "00", ".5", "1.", "1.e1", "-.5", "1e", "1e+", "1E-", "0x10", "1_000", "1a", "1e1.5",
      "--1", "1,000", "１", "1e400", "-1e400", "1e99999999999999999999",
      // Strings.
      "\"", "\"a", "\"\\", "\"\\\"", "\"\\a\"", "\"\\x41\"", "\"\\u\"", "\"\\u12\"", "\"\\u123\"", "\"\\u123g\"",
      "\"\\U0041\"", "\"\\ud800\\u\"", "\"\\ud800\\ux\"", "\"\n\"", "\"\t\"", "\"\0\"", "\"\u{1F}\"", "'a'", "\"a\"\"",
      // White space and comments that JSON does not allow, and the byte order mark.
      "\u{B}1", "\u{C}1", "\u{A0}1", "\u{2028}1", "\u{FEFF}1", "/* */1", "// x\n1", "1#", "\01", "1\0",
    ])
  func rejects(text: String) {
    #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
  }

  @Test(
    "Invalid UTF-8 is rejected inside and outside strings",
    arguments: [
      [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE2, 0x82], [0xE0, 0x80, 0x80],
      [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x9F, 0x98],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xFF],
    ] as [[UInt8]])
  func invalidUTF8(sequence: [UInt8]) {
    let quote = UInt8(ascii: "\"")
    for prefix in ["", "a", "1234567", "12345678", "\\n", "é"] {
      let text = [quote] + Array(prefix.utf8) + sequence + [quote]
      let error = #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
      #expect(error?.reason == .invalidUTF8)
      #expect(error?.offset == 1 + prefix.utf8.count)
    }
    #expect(throws: JSONError.self) { try JSONValue(parsing: sequence) }
    #expect(throws: JSONError.self) { try JSONValue(parsing: [quote] + sequence) }
  }

  @Test("Numbers with many digits and long exponents are rounded correctly")
  func longNumbers() throws {
    let zeros = String(repeating: "0", count: 1_000_010)
    #expect(try JSONValue(parsing: "0.\(zeros)1e1000011") == 1)
    #expect(try JSONValue(parsing: "1\(zeros)e-1000010") == 1)
    #expect(try JSONValue(parsing: "1e-\(zeros)1") == 0.1)
    #expect(try JSONValue(parsing: "0.1\(zeros)") == 0.1)
    // Without its last digit, the number would be halfway between two doubles. The last digit decides the rounding.
    #expect(try JSONValue(parsing: "9007199254740993.0\(zeros)1") == 9_007_199_254_740_994)
  }

  @Test("Every scalar is read unchanged from a string, raw and escaped")
  func everyScalar() throws {
    for start in stride(from: 0, to: 0x11_0000, by: 0x400) {
      let scalars = (start..<start + 0x400).compactMap { UInt32(exactly: $0).flatMap(Unicode.Scalar.init) }
      var string = ""
      string.unicodeScalars.append(contentsOf: scalars)
      for style in JSONStyle.allCases {
        var bytes: [UInt8] = []
        JSONValue.string(string).write(into: &bytes, style: style)
        #expect(try JSONValue(parsing: bytes) == .string(string))
      }
      let escaped = string.utf16.map { unit in
        "\\u" + String(repeating: "0", count: 4 - String(unit, radix: 16).count) + String(unit, radix: 16)
      }
      #expect(try JSONValue(parsing: "\"\(escaped.joined())\"") == .string(string))
    }
  }

  @Test("Strings of all lengths are read unchanged, at all distances from the text's end")
  func lengths() throws {
    for length in 0...40 {
      let plain = String("abcdefghijklmnopqrstuvwxyz0123456789ABCDEF".prefix(length))
      let accented = length < 2 ? plain : "\(plain.dropLast(2))é"
      for string in [plain, accented] {
        for distance in 0...20 {
          // The copy has exactly this size, so that a sanitizer detects a read past its end.
          let text = Array("[\"\(string)\"\(String(repeating: " ", count: distance))]".utf8)
          let parsed = try #require(try JSONValue(parsing: text)[0]?.stringValue)
          #expect(parsed == string && parsed.utf8.elementsEqual(string.utf8) && parsed.hashValue == string.hashValue)
          #expect(parsed + "!" == string + "!" && parsed.count == string.count)
        }
      }
    }
  }

  @Test("Any collection of bytes can be parsed, contiguous or not")
  func byteCollections() throws {
    let text = #"{"a":[1,"é"]}"#
    let value: JSONValue = ["a": [1, "é"]]
    #expect(try JSONValue(parsing: Array(text.utf8)) == value)
    #expect(try JSONValue(parsing: Array("x\(text)".utf8).dropFirst()) == value)
    #expect(try JSONValue(parsing: text.utf8) == value)
    #expect(try JSONValue(parsing: text.utf8.map(\.self).lazy.map(\.self)) == value)
    #expect(try Array(text.utf8).withUnsafeBytes { try JSONValue(parsing: $0) } == value)
    #expect(throws: JSONError.self) { try JSONValue(parsing: UnsafeRawBufferPointer(start: nil, count: 0)) }
  }

  @Test("Every proper prefix of an object's text is rejected, and the parser does not read past its end")
  func prefixes() throws {
    let bytes = Array(#"{"a":[1.5e+3,true,null,"\ud83d\ude00é"],"b":{"c":-0}}"#.utf8)
    for length in 0..<bytes.count {
      // The copy has exactly this size, so that a sanitizer detects a read past its end.
      #expect(throws: JSONError.self) { try JSONValue(parsing: Array(bytes[..<length])) }
    }
    #expect(try JSONValue(parsing: bytes)["b"]?["c"] == 0)
  }
}
