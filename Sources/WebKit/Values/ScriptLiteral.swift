/// A Swift value, written as JSON for `argument-reader.js`.
///
/// The JSON is an array: first the value, then the arrays and objects in it. A nested array in the value, or in one of
/// these, stands for a value that JSON cannot express directly: `[3]` is the array or object at index 3,
/// `["date", milliseconds]` is a date, `["number", "NaN"]` is a number that JSON cannot write, and `["undefined"]` is
/// `undefined`.
///
/// As on Apple's platforms, a Foundation object that occurs several times in a value is one object for the script, and
/// an array or a dictionary of Swift is copied for each occurrence. Nested copies can need more memory than exists, so
/// occurrences beyond ``copiedStructures`` refer to the first copy.
struct ScriptLiteral {
  /// The arrays and objects in the order in which they are written. The list retains their values, because an identity
  /// is an address, which another value could get as soon as the value is released.
  private var structures: [(value: Any, content: ScriptPrimitive)] = []
  private var indices: [StructureIdentity: Int] = [:]
  /// The number of arrays and objects after which a repeated Swift collection is no longer copied. Later occurrences
  /// refer to its first copy.
  static let copiedStructures = 65_536

  /// Returns the JSON text of a value.
  ///
  /// - Throws: ``UnsupportedValue`` for a value that JavaScript cannot represent.
  static func write(_ value: Any) throws -> String {
    var literal = ScriptLiteral()
    var list = [try literal.tagged(value, isMember: false)]
    // Arrays and objects that are found here are appended to the list, so that neither depth nor cycles need stack
    // space.
    while list.count <= literal.structures.count {
      list.append(try literal.tagged(literal.structures[list.count - 1].content))
    }
    return String(decoding: try JSONSerialization.data(withJSONObject: list), as: UTF8.self)
  }

  private mutating func tagged(_ structure: ScriptPrimitive) throws -> Any {
    switch structure {
    case .array(let elements): try elements.map { try tagged($0, isMember: true) }
    case .object(let members): try members.mapValues { try tagged($0, isMember: true) }
    default: preconditionFailure("Only arrays and objects can be containers.")
    }
  }

  private mutating func tagged(_ value: Any, isMember: Bool) throws -> Any {
    let identity = StructureIdentity(value)
    if let identity, identity.isObject || structures.count >= Self.copiedStructures, let index = indices[identity] {
      return [index]
    }
    let primitive = try ScriptPrimitive(value)
    switch primitive {
    case .undefined: return isMember ? NSNull() : ["undefined"]
    case .null: return NSNull()
    case .boolean(let flag): return flag
    case .number(let number) where number.isFinite && !(number == 0 && number.sign == .minus): return number
    case .number(let number):
      return ["number", number.isNaN ? "NaN" : number == 0 ? "-0" : number < 0 ? "-Infinity" : "Infinity"]
    case .string(let text): return text
    case .date(let date):
      let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
      return ["date", milliseconds.isFinite ? milliseconds : "NaN"] as [Any]
    case .array, .object:
      structures.append((value, primitive))
      if let identity { indices[identity] = structures.count }
      return [structures.count]
    }
  }
}
