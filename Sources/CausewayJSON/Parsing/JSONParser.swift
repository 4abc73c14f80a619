/// A parser for one JSON text.
///
/// The parser reads bytes in place and does not recurse. Open arrays and objects are on ``containers``; finished values
/// that are not yet part of an array or an object are on ``elements`` and ``members``. Therefore nesting needs no stack
/// space.
struct JSONParser: ~Copyable {
  /// An array or an object whose end has not been read.
  private struct Container {
    let isObject: Bool
    /// The position of its first child in ``elements`` or ``members``.
    let start: Int
  }

  let text: UnsafeBufferPointer<UInt8>
  /// The same memory as a non-optional pointer, for the inner loops.
  let bytes: UnsafePointer<UInt8>
  let count: Int
  /// The offset of the next byte.
  var offset = 0

  private let maximumDepth: Int
  private var containers = JSONParserStack<Container>()
  private var elements = JSONParserStack<JSONValue>()
  /// The members of open objects. The last member is pushed when its name is read; its value is `null` until it is
  /// read.
  private var members = JSONParserStack<JSONMember>()
  /// The offset of the last byte of the first object that had two members with one name.
  private var duplicateOffset: Int?

  private init(_ text: UnsafeBufferPointer<UInt8>, at bytes: UnsafePointer<UInt8>, maximumDepth: Int) {
    self.text = text
    self.bytes = bytes
    count = text.count
    self.maximumDepth = maximumDepth
  }

  /// Parses a text, after checks of the text as a whole.
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

  /// Parses the whole text: one value with optional white space around it.
  private mutating func parseText() throws(JSONError) -> JSONValue {
    next: while true {
      guard var value = try parseScalarOrOpen() else { continue }
      // A value has ended. The arrays and objects around it may end with it.
      while containers.count > 0 {
        guard try add(&value) else { continue next }
      }
      if skipWhitespace() != nil { throw unexpected("the end of the text") }
      return value
    }
  }

  /// Parses a value without children; or opens an array or object, reads up to its first child and returns nil.
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

  /// Adds a finished value to the innermost container, and reads up to the next child. If the container ends instead,
  /// `value` becomes the container, and the method returns true.
  ///
  /// The value is swapped in, because an assignment would retain and release it again.
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

  /// Opens the array or object whose bracket is the next byte.
  @inline(__always)
  private mutating func open(_ container: Container) throws(JSONError) {
    guard containers.count < maximumDepth else { throw error(.depthLimitExceeded(maximumDepth)) }
    containers.push(container)
    offset &+= 1
  }

  /// Closes the innermost container, whose closing bracket is the next byte.
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
