import CausewayJSON
import SeededGenerator

extension SeededGenerator {
  /// Returns a text of mostly letters, with some characters that are not allowed.
  mutating func text(_ length: Int) -> String {
    let odd = ["_", "7", " ", "$$", "onside_", "é", "\u{301}", "\0", "👨‍👩‍👧", "\r\n", "\u{202E}"]
    var text = ["", "", "", "onside_", "$$", "_", "1"].randomElement(using: &self) ?? ""
    for _ in 0..<Int.random(in: 0...length, using: &self) {
      text += Int.random(in: 0..<60, using: &self) == 0 ? odd.randomElement(using: &self) ?? "" : "abcXYZ"
    }
    return String(text.prefix(Int.random(in: 1...150, using: &self)))
  }

  mutating func value(depth: Int) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &self) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &self))
    case 2: return .number(Double(bitPattern: UInt64.random(in: 0...UInt64.max, using: &self)))
    case 3: return .number(Double(Int.random(in: -2...2, using: &self)))
    case 4: return .string(text(40))
    case 5: return .array((0..<Int.random(in: 0...4, using: &self)).map { _ in value(depth: depth - 1) })
    default: return .object(["member": value(depth: depth - 1)])
    }
  }
}
