/// Reads a JSON text whose end may be missing, one token at a time.
struct JSONPrefixScanner {
  /// Why nothing more is read.
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

  /// Whether a string begins here.
  var isAtString: Bool { place < bytes.count && bytes[place] == UInt8(ascii: "\"") }

  /// The string members of the object that begins here; none if what can be seen is not JSON.
  mutating func stringMembers() -> JSONObject {
    var members = JSONObject()
    do throws(Stop) {
      try readObject(into: &members)
      return place == bytes.count ? members : [:]
    } catch {
      return error == .endOfBeginning ? members : [:]
    }
  }

  /// What the string that begins here says as far as it can be seen; nil if it is no string of JSON.
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
      // Another member of the name counts, even if its value cannot be seen. To remove the one before would move the rest.
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

  /// Passes a number, a word, or an array or object with all that is in it.
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

  /// An escape counts as one character, a byte of any other as one too.
  private func length(ofCharacterAt place: Int) -> Int {
    guard bytes[place] == UInt8(ascii: "\\") else { return 1 }
    return place + 1 < bytes.count && bytes[place + 1] == UInt8(ascii: "u") ? 6 : 2
  }

  private func peek() throws(Stop) -> UInt8 {
    guard place < bytes.count else { throw .endOfBeginning }
    return bytes[place]
  }

  /// The character that comes next, with the white space after it.
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
