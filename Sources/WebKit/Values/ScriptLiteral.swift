/// Writes Swift values as JSON for `argument-prologue.js`.
///
/// Arrays carry what JSON lacks: `["array", …]` is an array, `["date", milliseconds]` a date, `["number", "NaN"]` a number
/// that JSON has no word for, `["undefined"]` is what it says.
enum ScriptLiteral {
  /// - Throws: ``UnsupportedValue`` for a value that JavaScript has no counterpart for.
  static func write(_ value: Any) throws -> String {
    let json = try JSONSerialization.data(withJSONObject: tagged(value, isMember: false), options: .fragmentsAllowed)
    return String(decoding: json, as: UTF8.self)
  }

  private static func tagged(_ value: Any, isMember: Bool) throws -> Any {
    switch try ScriptPrimitive(value) {
    case .undefined: isMember ? NSNull() : ["undefined"]
    case .null: NSNull()
    case .boolean(let flag): flag
    case .number(let number) where number.isFinite && !(number == 0 && number.sign == .minus): number
    case .number(let number):
      ["number", number.isNaN ? "NaN" : number == 0 ? "-0" : number < 0 ? "-Infinity" : "Infinity"]
    case .string(let text): text
    case .date(let date): ["date", (date.timeIntervalSince1970 * 1000).rounded()]
    case .array(let elements): try ["array"] + elements.map { try tagged($0, isMember: true) }
    case .object(let members): try members.mapValues { try tagged($0, isMember: true) }
    }
  }
}
