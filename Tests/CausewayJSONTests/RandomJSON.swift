import CausewayJSON
import SeededGenerator

/// A generator of random values, and of random texts that are almost JSON.
struct RandomJSON {
  var generator = SeededGenerator()

  /// Returns a value of any JSON type and of at most this depth. Many of its numbers and strings are special cases, in
  /// which parsers often have faults.
  mutating func value(depth: Int = 4) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &generator) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &generator))
    case 2, 3: return .number(number())
    case 4: return .string(string())
    case 5, 6: return .array((0..<count()).map { _ in value(depth: depth - 1) })
    default:
      var object: JSONObject = [:]
      for _ in 0..<count() { object[string()] = value(depth: depth - 1) }
      return .object(object)
    }
  }

  /// Returns a finite number: a small integer, a decimal, or any bit pattern.
  mutating func number() -> Double {
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: return Double(Int.random(in: -1000...1000, using: &generator))
    case 1: return Double(Int.random(in: -100_000...100_000, using: &generator)) / 100
    case 2:
      return Double(Int64.random(in: .min...(.max), using: &generator) >> Int64.random(in: 0..<63, using: &generator))
    default:
      let number = Double(bitPattern: generator.next())
      return number.isFinite ? number : 0
    }
  }

  /// Returns a string of at most 40 characters, which may be plain, escaped or multi-byte. Short strings are frequent.
  mutating func string() -> String {
    let pool: [Unicode.Scalar] = [
      "a", "b", "z", "0", " ", "\"", "\\", "/", "\n", "\0", "\u{7F}", "<", "é", "ж", "€", "\u{2028}", "😀",
    ]
    let plainOnly = Bool.random(using: &generator)
    var string = ""
    for _ in 0..<count() {
      string.unicodeScalars.append(pool[Int.random(in: 0..<(plainOnly ? 5 : pool.count), using: &generator)])
    }
    return string
  }

  /// Returns the text of a random value in which some bytes were changed, removed or repeated.
  mutating func damagedText() -> [UInt8] {
    var bytes = value(depth: 3).jsonBytes
    let pool = Array("[]{}:,\"\\ue0-+.1 tnf\n".utf8)
    for _ in 0..<Int.random(in: 0...2, using: &generator) where !bytes.isEmpty {
      let position = Int.random(in: 0..<bytes.count, using: &generator)
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: bytes[position] = pool.randomElement(using: &generator) ?? 0
      case 1: bytes.remove(at: position)
      default: bytes.insert(bytes[position], at: position)
      }
    }
    return bytes
  }

  private mutating func count() -> Int {
    let largest = [0, 1, 3, 9, 40].randomElement(using: &generator) ?? 0
    return Int.random(in: 0...largest, using: &generator)
  }
}
