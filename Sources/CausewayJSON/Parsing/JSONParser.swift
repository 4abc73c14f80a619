/// A parser for one JSON text.
///
/// The parser reads bytes in place and does not recurse. Open arrays and objects are on ``outerContainers``, the elements
/// of open arrays on ``elements`` and the members of open objects on ``members``. Therefore nesting needs no stack space.
struct JSONParser: ~Copyable {
  /// An array or an object whose end has not been read.
  private struct Container {
    let isObject: Bool
    /// The position of its first child in ``elements`` or ``members``.
    let first: Int
    /// The marks of the names so far.
    var marks = JSONNameMarks()
  }

  let text: UnsafeBufferPointer<UInt8>
  /// The same memory as a non-optional pointer, for the inner loops.
  let bytes: UnsafePointer<UInt8>
  let count: Int
  /// The offset of the next byte.
  var offset = 0

  /// ``ShortString/isAvailable``, read once for the whole text.
  let makesShortStrings = ShortString.isAvailable

  private let maximumDepth: Int
  /// The innermost open container; meaningless while ``depth`` is 0.
  private var container = Container(isObject: false, first: 0)
  /// The containers around ``container``.
  private var outerContainers: JSONParserStack<Container>
  /// The number of open containers.
  private var depth = 0
  /// The elements of open arrays, or the value of the whole text.
  private var elements: JSONParserStack<JSONValue>
  /// The members of open objects. The value of the last member of each object is `null` until it has been read.
  private var members: JSONParserStack<JSONMember>
  /// The offset of the last byte of the first object that had two members with one name.
  private var duplicateOffset: Int?

  private init(
    _ text: UnsafeBufferPointer<UInt8>, at bytes: UnsafePointer<UInt8>, maximumDepth: Int,
    outerContainers: UnsafeMutableBufferPointer<Container>, elements: UnsafeMutableBufferPointer<JSONValue>,
    members: UnsafeMutableBufferPointer<JSONMember>
  ) {
    self.text = text
    self.bytes = bytes
    count = text.count
    self.maximumDepth = maximumDepth
    self.outerContainers = JSONParserStack(in: outerContainers)
    self.elements = JSONParserStack(in: elements)
    self.members = JSONParserStack(in: members)
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
      withUnsafeTemporaryAllocation(of: JSONValue.self, capacity: 32) { elements in
        // More members would need more than a kilobyte, for which Swift allocates memory on the heap.
        withUnsafeTemporaryAllocation(of: JSONMember.self, capacity: 24) { members in
          var parser = JSONParser(
            text, at: bytes, maximumDepth: limits.maximumDepth, outerContainers: containers, elements: elements,
            members: members)
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
      return elements.pop()
    }
  }

  /// Parses a value without children, and returns true; or opens an array or object, reads up to its first child and
  /// returns false.
  @inline(__always)
  private mutating func parseScalarOrOpen() throws(JSONError) -> Bool {
    switch skipWhitespace() {
    case UInt8(ascii: "\""):
      offset &+= 1
      add(.string(try parseString()))
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
      add(.bool(true))
    case UInt8(ascii: "f"):
      try parseLiteral("false")
      add(.bool(false))
    case UInt8(ascii: "n"):
      try parseLiteral("null")
      add(.null)
    case UInt8(ascii: "-"), .some(UInt8(ascii: "0")...UInt8(ascii: "9")):
      add(.number(try parseNumber()))
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
    container = Container(isObject: isObject, first: isObject ? members.count : elements.count)
    offset &+= 1
  }

  /// Closes the innermost container, an array, whose bracket is the next byte.
  private mutating func closeArray() {
    let array = elements.popAll(from: container.first)
    leaveContainer()
    add(.array(array))
  }

  /// Closes the innermost container, an object, whose bracket is the next byte.
  private mutating func closeObject() {
    let count = members.count &- container.first
    let object = JSONObject(
      members: members.popAll(from: container.first), hasUniqueNames: container.marks.areUnique)
    if object.count < count, duplicateOffset == nil { duplicateOffset = offset }
    leaveContainer()
    add(.object(object))
  }

  /// Adds a value to the innermost container.
  @inline(__always)
  private mutating func add(_ value: consuming JSONValue) {
    if container.isObject {
      members.last.pointer(to: \.value)?.initialize(to: value)
    } else {
      elements.push(value)
    }
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
    members.push(JSONMember(key: name, value: .null))
    guard skipWhitespace() == UInt8(ascii: ":") else { throw unexpected("':'") }
    offset &+= 1
  }

  /// Parses `true`, `false` or `null`, whose first letter is the next byte.
  @inline(__always)
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
