/// Parses one JSON text.
///
/// It reads bytes in place and does not recurse: what is open is on ``containers``, and what is finished but not yet
/// part of an array or an object is on ``elements`` and ``members``. Nesting therefore never costs stack.
struct JSONParser: ~Copyable {
  /// An array or an object whose end has not come yet.
  private struct Container {
    let isObject: Bool
    /// Where its children begin on their stack.
    let start: Int
  }

  let text: UnsafeBufferPointer<UInt8>
  /// The same memory without an optional, for the inner loops.
  let bytes: UnsafePointer<UInt8>
  let count: Int
  /// The offset of the next byte.
  var offset = 0

  private let maximumDepth: Int
  private var containers = JSONParserStack<Container>()
  private var elements = JSONParserStack<JSONValue>()
  /// The last member of an open object is there from its name on; its value is `null` until it has been read.
  private var members = JSONParserStack<JSONMember>()
  /// The last byte of the first object that had two members of one name.
  private var duplicateOffset: Int?

  private init(_ text: UnsafeBufferPointer<UInt8>, at bytes: UnsafePointer<UInt8>, maximumDepth: Int) {
    self.text = text
    self.bytes = bytes
    count = text.count
    self.maximumDepth = maximumDepth
  }

  /// Parses a text, after what can be said of it as a whole.
  static func parse(_ text: UnsafeBufferPointer<UInt8>, limits: JSONLimits) throws(JSONError) -> JSONValue {
    if let limit = limits.maximumBytes, text.count > limit {
      throw JSONError(.byteLimitExceeded(limit), at: max(0, limit), in: text)
    }
    if text.starts(with: UTF8.byteOrderMark) { throw JSONError(.byteOrderMark, at: 0, in: text) }
    guard let bytes = text.baseAddress else {
      throw JSONError(.unexpectedEnd(expected: "a value"), at: 0, in: text)
    }
    var parser = JSONParser(text, at: bytes, maximumDepth: limits.maximumDepth)
    let value = try parser.parseText()
    if let offset = parser.duplicateOffset, !limits.allowsDuplicateNames {
      throw JSONError(.duplicateName, at: offset, in: text)
    }
    return value
  }

  /// Parses the whole text: one value, with white space around it and nothing else.
  private mutating func parseText() throws(JSONError) -> JSONValue {
    next: while true {
      guard var value = try parseScalarOrOpen() else { continue }
      // A value has ended, and with it perhaps the array it is in, and the object that one is in, and so on.
      while containers.count > 0 {
        guard try add(&value) else { continue next }
      }
      if skipWhitespace() != nil { throw unexpected("the end of the text") }
      return value
    }
  }

  /// Parses a value that has no children; or opens an array or object, reads up to its first child and gives nil.
  @inline(__always)
  private mutating func parseScalarOrOpen() throws(JSONError) -> JSONValue? {
    switch skipWhitespace() {
    case UInt8(ascii: "\""):
      offset &+= 1
      return .string(try parseString())
    case UInt8(ascii: "{"):
      try open(Container(isObject: true, start: members.count))
      if skipWhitespace() == UInt8(ascii: "}") { return close() }
      try parseName(or: "'}'")
      return nil
    case UInt8(ascii: "["):
      try open(Container(isObject: false, start: elements.count))
      if skipWhitespace() == UInt8(ascii: "]") { return close() }
      return nil
    case UInt8(ascii: "t"):
      try parseLiteral("true")
      return .bool(true)
    case UInt8(ascii: "f"):
      try parseLiteral("false")
      return .bool(false)
    case UInt8(ascii: "n"):
      try parseLiteral("null")
      return .null
    case UInt8(ascii: "-"), .some(UInt8(ascii: "0")...UInt8(ascii: "9")):
      return .number(try parseNumber())
    default:
      let isFirstElement = containers.count > 0 && bytes[offset &- 1] == UInt8(ascii: "[")
      throw unexpected(isFirstElement ? "a value or ']'" : "a value")
    }
  }

  /// Makes a finished value a child of the innermost container, and reads up to the next child. If the container ends
  /// instead, it takes the place of the value, and the result is true.
  ///
  /// The value is swapped in, not assigned, which would count references up and down again.
  @inline(__always)
  private mutating func add(_ value: inout JSONValue) throws(JSONError) -> Bool {
    if containers.top.isObject {
      swap(&members.top.value, &value)
      switch skipWhitespace() {
      case UInt8(ascii: ","):
        offset &+= 1
        try parseName(or: nil)
        return false
      case UInt8(ascii: "}"):
        value = close()
        return true
      default:
        throw unexpected("',' or '}'")
      }
    } else {
      elements.push(.null)
      swap(&elements.top, &value)
      switch skipWhitespace() {
      case UInt8(ascii: ","):
        offset &+= 1
        return false
      case UInt8(ascii: "]"):
        value = close()
        return true
      default:
        throw unexpected("',' or ']'")
      }
    }
  }

  /// Enters the array or object whose bracket is the next byte.
  @inline(__always)
  private mutating func open(_ container: Container) throws(JSONError) {
    guard containers.count < maximumDepth else { throw error(.depthLimitExceeded(maximumDepth)) }
    containers.push(container)
    offset &+= 1
  }

  /// Leaves the innermost container, whose closing bracket is the next byte.
  @inline(__always)
  private mutating func close() -> JSONValue {
    offset &+= 1
    let container = containers.pop()
    guard container.isObject else { return .array(elements.popAll(from: container.start)) }
    let count = members.count - container.start
    let object = JSONObject(members: members.popAll(from: container.start))
    if object.count < count, duplicateOffset == nil { duplicateOffset = offset &- 1 }
    return .object(object)
  }

  /// Parses a member's name and its colon.
  @inline(__always)
  private mutating func parseName(or alternative: String?) throws(JSONError) {
    guard skipWhitespace() == UInt8(ascii: "\"") else {
      throw unexpected(alternative.map { "a name in double quotes or \($0)" } ?? "a name in double quotes")
    }
    offset &+= 1
    members.push(JSONMember(key: try parseString(), value: .null))
    guard skipWhitespace() == UInt8(ascii: ":") else { throw unexpected("':'") }
    offset &+= 1
  }

  /// Parses `true`, `false` or `null`, whose first letter is the next byte.
  private mutating func parseLiteral(_ literal: StaticString) throws(JSONError) {
    for index in 0..<literal.utf8CodeUnitCount {
      guard peek() == literal.utf8Start[index] else { throw unexpected("'\(literal)'") }
      offset &+= 1
    }
  }
}

extension UTF8 {
  fileprivate static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
}
