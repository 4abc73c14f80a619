import CausewayJSON
import Testing

@Suite("The messages of JSON errors")
struct JSONErrorTests {
  static let texts: [(text: String, description: String)] = [
    ("", "unexpected end of the text at line 1, column 1: expected a value"),
    ("  \n ", "unexpected end of the text at line 2, column 2: expected a value"),
    ("x", "unexpected character 'x' at line 1, column 1: expected a value"),
    ("[\n1,\r\n2, 3x]", "unexpected character 'x' at line 3, column 5: expected ',' or ']'"),
    ("[", "unexpected end of the text at line 1, column 2: expected a value or ']'"),
    ("[,]", "unexpected character ',' at line 1, column 2: expected a value or ']'"),
    ("[1,]", "unexpected character ']' at line 1, column 4: expected a value"),
    ("{", "unexpected end of the text at line 1, column 2: expected a name in double quotes or '}'"),
    ("{a:1}", "unexpected character 'a' at line 1, column 2: expected a name in double quotes or '}'"),
    ("{\"a\" 1}", "unexpected character '1' at line 1, column 6: expected ':'"),
    ("{\"a\":1 \"b\"}", "unexpected character '\"' at line 1, column 8: expected ',' or '}'"),
    ("{\"a\":1,}", "unexpected character '}' at line 1, column 8: expected a name in double quotes"),
    ("1 2", "unexpected character '2' at line 1, column 3: expected the end of the text"),
    ("tru", "unexpected end of the text at line 1, column 4: expected 'true'"),
    ("nul1", "unexpected character '1' at line 1, column 4: expected 'null'"),
    ("\"abc", "unexpected end of the text at line 1, column 5: expected '\"' at the end of the string"),
    ("\"a\\x\"", "unexpected character 'x' at line 1, column 4: expected an escape: one of \" \\ / b f n r t u"),
    ("\"\\u12G4\"", "unexpected character 'G' at line 1, column 6: expected a hexadecimal digit"),
    ("\"a\tb\"", "unescaped control character U+0009 at line 1, column 3: expected an escape such as \\n or \\u0000"),
    ("01", "unexpected character '1' at line 1, column 2: expected no digits after a leading 0"),
    ("-", "unexpected end of the text at line 1, column 2: expected a digit"),
    ("1.e3", "unexpected character 'e' at line 1, column 3: expected a digit"),
    (
      "[1e999]",
      "number out of range at line 1, column 2: a double's magnitude is at most 1.7976931348623157e+308"
    ),
    ("\u{FEFF}1", "unexpected byte order mark at line 1, column 1"),
    ("1\u{A0}", "unexpected character '\u{A0}' at line 1, column 2: expected the end of the text"),
    ("[\"é😀\" \u{202E}]", "unexpected character U+202E at line 1, column 7: expected ',' or ']'"),
  ]

  @Test("The description names the fault, its position and the expected text", arguments: texts)
  func description(text: String, description: String) {
    let error = #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
    #expect(error?.description == description)
  }

  @Test("The offset counts bytes, the column counts scalars, and CR LF is one line break")
  func position() {
    let error = #expect(throws: JSONError.self) { try JSONValue(parsing: "[\"é\",\r\n\"😀\",\r!]") }
    #expect(error?.offset == 16)
    #expect(error?.line == 3)
    #expect(error?.column == 1)
  }

  @Test("The position of invalid UTF-8 is the first byte of the invalid sequence")
  func invalidUTF8() {
    let surrogate: [UInt8] = [0x22, 0x61, 0xC3, 0xA9, 0xED, 0xA0, 0x80, 0x22]
    let error = #expect(throws: JSONError.self) { try JSONValue(parsing: surrogate) }
    #expect(error?.reason == .invalidUTF8)
    #expect(error?.offset == 4)
    #expect(error?.column == 4)
  }
}
