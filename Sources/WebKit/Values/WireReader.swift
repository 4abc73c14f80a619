/// A reader of the format of `message-writer.js`: JSON with additional words for values that JSON cannot express.
///
/// | text | value |
/// |---|---|
/// | `"…"`, `true`, `null`, `{…}`, `[…]` | as in JSON |
/// | `1`, `-0`, `1e+21`, `NaN`, `Infinity`, `-Infinity` | a number |
/// | `@1700000000000` | a date, in milliseconds since 1970; `@NaN` for an invalid date, which is read as null |
///
/// The values are `String`, `NSNumber`, `NSNull`, `Date`, `[AnyHashable]` and `[String: AnyHashable]`. Their casts
/// behave like those of Apple's Foundation objects (`as? Int`, `as? [String: Any]`, at every depth).
struct WireReader {
  /// The error for a text that does not have the format above. The text comes from a page, so the reader trusts nothing
  /// in it.
  struct Malformed: Error {}

  /// The maximum depth of nested arrays and objects. `message-writer.js` has the same maximum.
  static let maximumDepth = 512

  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0
  private var depth = 0

  private init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  /// Reads a text that contains one value and nothing else. Throws ``Malformed`` for any other text.
  static func read(_ bytes: UnsafeBufferPointer<UInt8>) throws -> AnyHashable {
    var reader = WireReader(bytes)
    let value = try reader.value()
    guard reader.position == bytes.count else { throw Malformed() }
    return value
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func value() throws -> AnyHashable {
    switch next {
    case UInt8(ascii: "\""): return try string()
    case UInt8(ascii: "{"): return try nested { try $0.object() }
    case UInt8(ascii: "["): return try nested { try $0.array() }
    case UInt8(ascii: "t"): return try word("true", NSNumber(value: true))
    case UInt8(ascii: "f"): return try word("false", NSNumber(value: false))
    case UInt8(ascii: "n"): return try word("null", NSNull())
    case UInt8(ascii: "@"):
      position += 1
      return ScriptDate.read(try number().doubleValue)
    default: return try number()
    }
  }

  private mutating func nested<Value>(_ read: (inout WireReader) throws -> Value) throws -> Value {
    guard depth < Self.maximumDepth else { throw Malformed() }
    depth += 1
    defer { depth -= 1 }
    position += 1
    return try read(&self)
  }

  private mutating func array() throws -> [AnyHashable] {
    var elements: [AnyHashable] = []
    while try !isOver(UInt8(ascii: "]"), isFirst: elements.isEmpty) { elements.append(try value()) }
    return elements
  }

  private mutating func object() throws -> [String: AnyHashable] {
    var members: [String: AnyHashable] = [:]
    while try !isOver(UInt8(ascii: "}"), isFirst: members.isEmpty) {
      let name = try string()
      try expect(UInt8(ascii: ":"))
      members[name] = try value()
    }
    return members
  }

  /// Skips the closing bracket, or the comma before an element that is not the first. Returns whether there was a
  /// bracket.
  private mutating func isOver(_ bracket: UInt8, isFirst: Bool) throws -> Bool {
    if next == bracket {
      position += 1
      return true
    }
    if !isFirst { try expect(UInt8(ascii: ",")) }
    return false
  }

  private mutating func expect(_ byte: UInt8) throws {
    guard next == byte else { throw Malformed() }
    position += 1
  }

  private mutating func word(_ word: StaticString, _ value: AnyHashable) throws -> AnyHashable {
    for offset in 0..<word.utf8CodeUnitCount { try expect(word.utf8Start[offset]) }
    return value
  }

  // MARK: Numbers

  private mutating func number() throws -> NSNumber {
    let start = position
    var isInteger = true
    while let byte = next {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): break
      case UInt8(ascii: "-") where position == start: break
      case UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "I"), UInt8(ascii: "N"):
        isInteger = false
      default: return try number(in: start..<position, isInteger: isInteger)
      }
      position += 1
    }
    return try number(in: start..<position, isInteger: isInteger)
  }

  private func number(in range: Range<Int>, isInteger: Bool) throws -> NSNumber {
    let text = String(decoding: bytes[range], as: UTF8.self)
    // As on Apple's platforms, a whole number compares and casts as an integer. Exceptions are `-0`, and numbers that a
    // double would round.
    if isInteger, text != "-0", let whole = Int(text), whole.magnitude <= 1 << 53 { return NSNumber(value: whole) }
    switch text {
    case "NaN": return NSNumber(value: Double.nan)
    case "Infinity": return NSNumber(value: Double.infinity)
    case "-Infinity": return NSNumber(value: -Double.infinity)
    default:
      // Check the characters first, because `Double.init` also accepts hexadecimal digits and other words.
      guard let first = text.utf8.first, first == UInt8(ascii: "-") || first.isDigit,
        text.utf8.allSatisfy({ $0.isDigit || "+-.e".utf8.contains($0) }), let number = Double(text)
      else { throw Malformed() }
      return NSNumber(value: number)
    }
  }

  // MARK: Strings

  private mutating func string() throws -> String {
    try expect(UInt8(ascii: "\""))
    let start = position
    while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { position += 1 }
    let plain = bytes[start..<position]
    if next == UInt8(ascii: "\"") {
      position += 1
      return String(decoding: plain, as: UTF8.self)
    }
    return try escapedString(after: Array(plain))
  }

  private mutating func escapedString(after plain: [UInt8]) throws -> String {
    var text = plain
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): try escape(into: &text)
      default: text.append(byte)
      }
    }
    throw Malformed()
  }

  private mutating func escape(into text: inout [UInt8]) throws {
    guard let byte = next else { throw Malformed() }
    position += 1
    switch byte {
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "u"):
      // The writer escapes only control characters and lone surrogates. A Swift string cannot contain a lone surrogate,
      // so U+FFFD replaces each one.
      let scalar = Unicode.Scalar(try hexadecimal()) ?? "\u{FFFD}"
      text.append(contentsOf: Array(String(Character(scalar)).utf8))
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    default: throw Malformed()
    }
  }

  private mutating func hexadecimal() throws -> UInt16 {
    // Check the first digit, because `UInt16.init` also accepts a sign.
    guard position + 4 <= bytes.count, next?.isHexadecimalDigit == true,
      let unit = UInt16(String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16)
    else { throw Malformed() }
    position += 4
    return unit
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
  fileprivate var isHexadecimalDigit: Bool { isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20) }
}
