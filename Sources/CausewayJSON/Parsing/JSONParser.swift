/// A parser for one JSON text.
///
/// The parser reads bytes in place and does not recurse. Open arrays and objects are on ``outerContainers``; finished
/// values and names that are not yet part of an array or an object are on ``values`` and ``names``. Therefore nesting
/// needs no stack space.
struct JSONParser: ~Copyable {
  /// An array or an object whose end has not been read.
  private struct Container {
    let isObject: Bool
    /// The position of its first child in ``values``.
    let firstValue: Int
    /// The position of an object's first name in ``names``.
    let firstName: Int
    /// The marks of the names so far.
    var marks = JSONNameMarks()
  }

  let text: UnsafeBufferPointer<UInt8>
  /// The same memory as a non-optional pointer, for the inner loops.
  let bytes: UnsafePointer<UInt8>
  let count: Int
  /// The offset of the next byte.
  var offset = 0

  private let maximumDepth: Int
  /// The innermost open container; meaningless while ``depth`` is 0.
  private var container = Container(isObject: false, firstValue: 0, firstName: 0)
  /// The containers around ``container``.
  private var outerContainers: JSONParserStack<Container>
  /// The number of open containers.
  private var depth = 0
  private var values: JSONParserStack<JSONValue>
  /// The names of the members of open objects. The innermost object may have one name more than values.
  private var names: JSONParserStack<String>
  /// The offset of the last byte of the first object that had two members with one name.
  private var duplicateOffset: Int?

  private init(
    _ text: UnsafeBufferPointer<UInt8>, at bytes: UnsafePointer<UInt8>, maximumDepth: Int,
    outerContainers: UnsafeMutableBufferPointer<Container>, values: UnsafeMutableBufferPointer<JSONValue>,
    names: UnsafeMutableBufferPointer<String>
  ) {
    self.text = text
    self.bytes = bytes
    count = text.count
    self.maximumDepth = maximumDepth
    self.outerContainers = JSONParserStack(in: outerContainers)
    self.values = JSONParserStack(in: values)
    self.names = JSONParserStack(in: names)
  }

  /// Parses a text, after checks of the text as a whole. Returns a result, because those functions of the standard
  /// library that take closures do not pass typed errors on.
  static func parse(_ text: UnsafeBufferPointer<UInt8>, limits: JSONLimits) -> Result<JSONValue, JSONError> {
    if let limit = limits.maximumBytes, text.count > limit {
      return .failure(JSONError(.byteLimitExceeded(limit), at: max(0, limit), in: text))
    }
    if text.starts(with: UTF8.byteOrderMark) { return .failure(JSONError(.byteOrderMark, at: 0, in: text)) }
    guard let bytes = text.baseAddress else {
      return .failure(JSONError(.unexpectedEnd(expected: "a value"), at: 0, in: text))
    }
    // The parser's stacks first use memory on the thread's stack, because allocating memory took a fifth of the time
    // for a small message.
    return withUnsafeTemporaryAllocation(of: Container.self, capacity: 16) { containers in
      withUnsafeTemporaryAllocation(of: JSONValue.self, capacity: 32) { values in
        withUnsafeTemporaryAllocation(of: String.self, capacity: 32) { names in
          var parser = JSONParser(
            text, at: bytes, maximumDepth: limits.maximumDepth, outerContainers: containers, values: values,
            names: names)
          return parser.parse(limits)
        }
      }
    }
  }

  private mutating func parse(_ limits: JSONLimits) -> Result<JSONValue, JSONError> {
    do throws(JSONError) {
      let value = try parseText()
      if let duplicateOffset, !limits.allowsDuplicateNames {
        return .failure(JSONError(.duplicateName, at: duplicateOffset, in: text))
      }
      return .success(value)
    } catch {
      return .failure(error)
    }
  }

  /// Parses the whole text: one value with optional white space around it.
  private mutating func parseText() throws(JSONError) -> JSONValue {
    next: while true {
      guard try parseScalarOrOpen() else { continue }
      // A value has ended. The arrays and objects around it may end with it.
      while depth > 0 {
        guard try closeOrContinue() else { continue next }
      }
      if skipWhitespace() != nil { throw unexpected("the end of the text") }
      return values.pop()
    }
  }

  /// Parses a value without children, and returns true; or opens an array or object, reads up to its first child and
  /// returns false.
  @inline(__always)
  private mutating func parseScalarOrOpen() throws(JSONError) -> Bool {
    switch skipWhitespace() {
    case UInt8(ascii: "\""):
      offset &+= 1
      values.push(.string(try parseString()))
    case UInt8(ascii: "{"):
      try open(isObject: true)
      if skipWhitespace() == UInt8(ascii: "}") {
        closeObject()
        return true
      }
      try parseName(or: "'}'")
      return false
    case UInt8(ascii: "["):
      try open(isObject: false)
      guard skipWhitespace() == UInt8(ascii: "]") else { return false }
      closeArray()
    case UInt8(ascii: "t"):
      try parseLiteral("true")
      values.push(.bool(true))
    case UInt8(ascii: "f"):
      try parseLiteral("false")
      values.push(.bool(false))
    case UInt8(ascii: "n"):
      try parseLiteral("null")
      values.push(.null)
    case UInt8(ascii: "-"), .some(UInt8(ascii: "0")...UInt8(ascii: "9")):
      values.push(.number(try parseNumber()))
    default:
      let isFirstElement = depth > 0 && bytes[offset &- 1] == UInt8(ascii: "[")
      throw unexpected(isFirstElement ? "a value or ']'" : "a value")
    }
    return true
  }

  /// Reads what follows a child of the innermost container. Returns true if the container ends; otherwise reads up to
  /// the next child and returns false.
  @inline(__always)
  private mutating func closeOrContinue() throws(JSONError) -> Bool {
    let isObject = container.isObject
    switch skipWhitespace() {
    case UInt8(ascii: ","):
      offset &+= 1
      if isObject { try parseName(or: nil) }
      return false
    case UInt8(ascii: "}") where isObject:
      closeObject()
      return true
    case UInt8(ascii: "]") where !isObject:
      closeArray()
      return true
    default:
      throw unexpected(isObject ? "',' or '}'" : "',' or ']'")
    }
  }

  /// Opens the array or object whose bracket is the next byte.
  @inline(__always)
  private mutating func open(isObject: Bool) throws(JSONError) {
    guard depth < maximumDepth else { throw error(.depthLimitExceeded(maximumDepth)) }
    outerContainers.push(container)
    depth &+= 1
    container = Container(isObject: isObject, firstValue: values.count, firstName: names.count)
    offset &+= 1
  }

  /// Closes the innermost container, an array, whose bracket is the next byte.
  private mutating func closeArray() {
    let elements = values.popAll(from: container.firstValue)
    values.push(.array(elements))
    leaveContainer()
  }

  /// Closes the innermost container, an object, whose bracket is the next byte.
  private mutating func closeObject() {
    let container = self.container
    let count = values.count &- container.firstValue
    var members: [JSONMember] = []
    members.reserveCapacity(count)
    for position in 0..<count {
      members.append(
        JSONMember(
          key: names.move(at: container.firstName &+ position), value: values.move(at: container.firstValue &+ position)
        ))
    }
    names.forget(from: container.firstName)
    values.forget(from: container.firstValue)
    let object = JSONObject(members: members, hasUniqueNames: container.marks.areUnique)
    if object.count < count, duplicateOffset == nil { duplicateOffset = offset }
    values.push(.object(object))
    leaveContainer()
  }

  /// Moves past the bracket of a closed container.
  @inline(__always)
  private mutating func leaveContainer() {
    container = outerContainers.pop()
    depth &-= 1
    offset &+= 1
  }

  /// Parses a member's name and its colon.
  @inline(__always)
  private mutating func parseName(or alternative: String?) throws(JSONError) {
    guard skipWhitespace() == UInt8(ascii: "\"") else {
      throw unexpected(alternative.map { "a name in double quotes or \($0)" } ?? "a name in double quotes")
    }
    offset &+= 1
    let start = offset
    let name = try parseString()
    let text = UnsafeBufferPointer(start: bytes + start, count: offset &- 1 &- start)
    container.marks.insert(name, writtenAs: text)
    names.push(name)
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
