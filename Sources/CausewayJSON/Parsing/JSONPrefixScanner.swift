/// A scanner that reads a JSON text, possibly without its end, one token at a time.
struct JSONPrefixScanner {
  /// The reason why the scanner stops.
  private enum Stop: Error {
    case endOfBeginning
    case notJSON
  }

  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    skipWhitespace()
  }

  /// Whether a string begins at the current position.
  var isAtString: Bool { place < bytes.count && bytes[place] == UInt8(ascii: "\"") }

  /// Reads the string members of the object at the current position. Returns no members if the available part of the
  /// text is not JSON.
  mutating func stringMembers() -> JSONObject {
    var members = JSONObject()
    do throws(Stop) {
      try readObject(into: &members)
      return place == bytes.count ? members : [:]
    } catch {
      return error == .endOfBeginning ? members : [:]
    }
  }

  /// Returns the available part of the string that begins here; nil if the string is malformed.
  func beginningOfString() -> String? {
    var end = place + 1
    while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
      let next = end + length(ofCharacterAt: end)
      guard next <= bytes.count else { break }
      end = next
    }
    let text = Array(bytes[place..<end]) + [UInt8(ascii: "\"")]
    return (try? JSONValue(parsing: text))?.stringValue
  }

  private mutating func readObject(into members: inout JSONObject) throws(Stop) {
    guard try next() == UInt8(ascii: "{") else { throw .notJSON }
    if try peek() == UInt8(ascii: "}") {
      place += 1
      return skipWhitespace()
    }
    while true {
      guard isAtString else { throw place == bytes.count ? .endOfBeginning : .notJSON }
      let name = try readString()
      // A later member with the same name counts, even if its value is cut off. The earlier member becomes null instead
      // of being removed, because its removal would move the other members.
      members[name] = .null
      guard try next() == UInt8(ascii: ":") else { throw .notJSON }
      _ = try peek()
      if isAtString {
        members[name] = .string(try readString())
      } else {
        try skipValue()
      }
      switch try next() {
      case UInt8(ascii: ","): continue
      case UInt8(ascii: "}"): return
      default: throw .notJSON
      }
    }
  }

  private mutating func readString() throws(Stop) -> String {
    let start = place
    var end = place + 1
    while end < bytes.count, bytes[end] != UInt8(ascii: "\"") { end += length(ofCharacterAt: end) }
    guard end < bytes.count else { throw .endOfBeginning }
    place = end + 1
    skipWhitespace()
    guard let text = (try? JSONValue(parsing: bytes[start...end]))?.stringValue else { throw .notJSON }
    return text
  }

  /// Skips a number, a word, or a whole array or object.
  private mutating func skipValue() throws(Stop) {
    var closers: [UInt8] = []
    repeat {
      switch try peek() {
      case UInt8(ascii: "{"):
        closers.append(UInt8(ascii: "}"))
        place += 1
      case UInt8(ascii: "["):
        closers.append(UInt8(ascii: "]"))
        place += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard bytes[place] == closers.popLast() else { throw .notJSON }
        place += 1
      case UInt8(ascii: "\""): _ = try readString()
      case UInt8(ascii: ","), UInt8(ascii: ":"):
        guard !closers.isEmpty else { throw .notJSON }
        place += 1
      default: try skipScalar()
      }
      skipWhitespace()
    } while !closers.isEmpty
  }

  private mutating func skipScalar() throws(Stop) {
    let start = place
    while place < bytes.count, !",:[]{}\" \t\r\n".utf8.contains(bytes[place]) { place += 1 }
    guard place < bytes.count else { throw .endOfBeginning }
    guard (try? JSONValue(parsing: bytes[start..<place])) != nil else { throw .notJSON }
  }

  /// Returns the length of an escape, or 1 for any other byte.
  private func length(ofCharacterAt place: Int) -> Int {
    guard bytes[place] == UInt8(ascii: "\\") else { return 1 }
    return place + 1 < bytes.count && bytes[place + 1] == UInt8(ascii: "u") ? 6 : 2
  }

  private func peek() throws(Stop) -> UInt8 {
    guard place < bytes.count else { throw .endOfBeginning }
    return bytes[place]
  }

  /// Reads the next character and the white space after it.
  private mutating func next() throws(Stop) -> UInt8 {
    let byte = try peek()
    place += 1
    skipWhitespace()
    return byte
  }

  private mutating func skipWhitespace() {
    while place < bytes.count, " \t\r\n".utf8.contains(bytes[place]) { place += 1 }
  }
}
