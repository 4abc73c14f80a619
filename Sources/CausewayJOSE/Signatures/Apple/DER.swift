/// An encoder for the few elements of DER (X.690) around an RSA key.
enum DER {
  static let integerTag: UInt8 = 0x02
  static let octetStringTag: UInt8 = 0x04
  static let sequenceTag: UInt8 = 0x30

  static func sequence(_ contents: [UInt8]) -> [UInt8] { element(sequenceTag, contents) }

  /// Encodes an unsigned number, whose bytes are big-endian.
  static func integer(_ number: [UInt8]) -> [UInt8] {
    let isNegative = number.first.map { $0 & 0x80 != 0 } ?? true
    return element(integerTag, isNegative ? [0] + number : number)
  }

  static func element(_ tag: UInt8, _ contents: [UInt8]) -> [UInt8] {
    [tag] + length(contents.count) + contents
  }

  private static func length(_ count: Int) -> [UInt8] {
    guard count >= 0x80 else { return [UInt8(count)] }
    var bytes: [UInt8] = []
    var rest = count
    while rest > 0 {
      bytes.insert(UInt8(rest & 0xFF), at: 0)
      rest >>= 8
    }
    return [0x80 | UInt8(bytes.count)] + bytes
  }
}

/// A reader of DER elements, one after another. Each method returns nil if the next element has another tag than the
/// method expects, or is malformed.
struct DERReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    rest = bytes[...]
  }

  mutating func sequence() -> DERReader? {
    element(DER.sequenceTag).map(DERReader.init)
  }

  /// Returns an unsigned number, big-endian, in as few bytes as possible; zero has one byte.
  mutating func integer() -> [UInt8]? {
    guard let number = element(DER.integerTag), let first = number.first, first & 0x80 == 0 else { return nil }
    return first == 0 && number.count > 1 ? Array(number.dropFirst()) : number
  }

  /// Returns the contents of the next element, which must have this tag.
  mutating func element(_ tag: UInt8) -> [UInt8]? {
    guard rest.popFirst() == tag, let count = length(), count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  private mutating func length() -> Int? {
    guard let first = rest.popFirst() else { return nil }
    guard first & 0x80 != 0 else { return Int(first) }
    let bytes = Int(first & 0x7F)
    // Four bytes are enough for every length that fits into memory here.
    guard (1...4).contains(bytes), bytes <= rest.count else { return nil }
    defer { rest = rest.dropFirst(bytes) }
    return rest.prefix(bytes).reduce(0) { $0 << 8 | Int($1) }
  }
}
