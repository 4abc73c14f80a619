/// Writes a Swift value as JSON for `argument-reader.js`.
///
/// The JSON is an array: first the value, then the arrays and objects in it. Whatever nests, in the value or in one of these,
/// is an array that carries what JSON lacks: `[3]` is the array or object at index 3, `["date", milliseconds]` a date,
/// `["number", "NaN"]` a number that JSON has no word for, `["undefined"]` is what it says.
///
/// As on Apple's platforms, an object of Foundation that stands in several places is one object for the script, and an array or
/// a dictionary of Swift is a copy in each place. Copies of copies can be more than any memory holds, so that places beyond
/// ``copiedStructures`` refer to the first one.
struct ScriptLiteral {
  /// The arrays and objects in the order in which they are written. Their values are kept: an identity is an address, which
  /// another value could have as soon as this one is gone.
  private var structures: [(value: Any, content: ScriptPrimitive)] = []
  private var indices: [StructureIdentity: Int] = [:]
  /// How many arrays and objects of one value are written before those of Swift are no longer copied for each place.
  static let copiedStructures = 65_536

  /// - Throws: ``UnsupportedValue`` for a value that JavaScript has no counterpart for.
  static func write(_ value: Any) throws -> String {
    var literal = ScriptLiteral()
    var list = [try literal.tagged(value, isMember: false)]
    // Structures that are found on the way are appended, so that neither depth nor a cycle takes stack.
    while list.count <= literal.structures.count {
      list.append(try literal.tagged(literal.structures[list.count - 1].content))
    }
    return String(decoding: try JSONSerialization.data(withJSONObject: list), as: UTF8.self)
  }

  private mutating func tagged(_ structure: ScriptPrimitive) throws -> Any {
    switch structure {
    case .array(let elements): try elements.map { try tagged($0, isMember: true) }
    case .object(let members): try members.mapValues { try tagged($0, isMember: true) }
    default: preconditionFailure("Only arrays and objects are structures.")
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
