import CausewayJOSE
import Foundation
import SeededGenerator
import Testing

@Suite("base64url") struct Base64URLTests {
  @Test(
    "RFC 4648, section 10, without padding",
    arguments: [
      ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
      ("foobar", "Zm9vYmFy"),
    ])
  func vectors(text: String, encoded: String) throws {
    #expect(Base64URL.encode(text.utf8) == encoded)
    #expect(try Base64URL.decode(encoded) == Array(text.utf8))
  }

  @Test("RFC 7515, appendix C") func appendix() throws {
    #expect(Base64URL.encode([3, 236, 255, 224, 193]) == "A-z_4ME")
    #expect(try Base64URL.decode("A-z_4ME") == [3, 236, 255, 224, 193])
  }

  @Test("Any bytes, compared with Foundation's base64") func random() throws {
    var random = SeededGenerator()
    for count in 0..<200 {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      let expected = Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
        .replacing("=", with: "")
      #expect(Base64URL.encode(bytes) == expected)
      #expect(Base64URL.encode(AnyCollection(bytes)) == expected)
      #expect(try Base64URL.decode(expected) == bytes)
    }
  }

  @Test(
    "Each text that is not base64url has its own error",
    arguments: [
      ("Zg==", Base64URLError.padding), ("Zg=", .padding), ("=", .padding), ("Zm9v\n", .whitespace),
      ("Zm 9v", .whitespace), ("\tZm9v", .whitespace), ("Zm9v\r\n", .whitespace), ("+_8", .standardAlphabet),
      ("-/8", .standardAlphabet), ("Zm9v!", .invalidCharacter), ("Zm9v\0", .invalidCharacter),
      ("Zm9vé", .invalidCharacter), ("Zm9v.", .invalidCharacter), ("A", .impossibleLength),
      ("Zm9vA", .impossibleLength), ("Zh", .nonzeroTrailingBits), ("Zm9", .nonzeroTrailingBits),
      ("_-_", .nonzeroTrailingBits), ("Zm9vYmFyZm9vYmFyZh", .nonzeroTrailingBits),
    ])
  func errors(text: String, error: Base64URLError) {
    #expect(throws: error) { try Base64URL.decode(text) }
  }

  /// The decoder reads blocks of sixteen characters at once, so the text is longer than two blocks.
  @Test("Every byte at every offset of a long text is decoded if it is in the alphabet, and refused otherwise")
  func everyByteEverywhere() throws {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    for place in 0..<40 {
      for byte in UInt8(0)..<128 {
        var text = Array(repeating: UInt8(ascii: "A"), count: 40)
        text[place] = byte
        let decoded = try? Base64URL.decode(String(decoding: text, as: UTF8.self))
        guard let value = alphabet.firstIndex(of: byte) else {
          #expect(decoded == nil, "byte \(byte) at \(place)")
          continue
        }
        var expected = Array(repeating: UInt8(0), count: 30)
        let bits = UInt32(value) << (18 - UInt32(place % 4) * 6)
        for index in 0..<3 { expected[place / 4 * 3 + index] = UInt8(truncatingIfNeeded: bits >> (16 - index * 8)) }
        #expect(decoded == expected, "byte \(byte) at \(place)")
      }
    }
  }
}
