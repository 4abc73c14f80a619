import CausewayJSON

/// A type with one property of each kind that Swift's synthesized `Codable` supports.
struct Everything: Codable, Equatable {
  struct Nested: Codable, Equatable {
    var list: [[Int]]
    var map: [String: Double]
  }

  enum Level: String, Codable { case low, high }
  enum Number: Int, Codable { case one = 1 }
  enum Event: Codable, Equatable {
    case start
    case move(x: Int, y: Int?)
    case say(String)
  }

  var bool: Bool
  var string: String
  var double: Double
  var float: Float
  var ints: Ints
  var some: Int?
  var none: Int?
  var level: Level
  var number: Number
  var events: [Event]
  var nested: Nested
  var optionals: [Int?]
}

/// A property of every integer type of `Codable`. Each has the type's smallest or largest value, or a limit of
/// JavaScript's safe integers.
struct Ints: Codable, Equatable {
  var int = -9_007_199_254_740_991
  var int8 = Int8.min
  var int16 = Int16.max
  var int32 = Int32.min
  var int64: Int64 = 9_007_199_254_740_991
  var uint: UInt = 9_007_199_254_740_991
  var uint8 = UInt8.max
  var uint16 = UInt16.max
  var uint32 = UInt32.max
  var uint64: UInt64 = 0
}

enum CodingSamples {
  static let everything = Everything(
    bool: true, string: "\u{2028}\"", double: -0.5, float: 1.25, ints: Ints(), some: 0, none: nil, level: .high,
    number: .one, events: [.start, .move(x: 1, y: nil), .say("hi")],
    nested: Everything.Nested(list: [[], [1, 2]], map: ["pi": 3.14]), optionals: [nil, 1])

  static let everythingText =
    #"{"bool":true,"string":"\#u{2028}\"","double":-0.5,"float":1.25,"ints":{"int":-9007199254740991,"int8":-128,"#
    + #""int16":32767,"int32":-2147483648,"int64":9007199254740991,"uint":9007199254740991,"uint8":255,"uint16":65535,"#
    + #""uint32":4294967295,"uint64":0},"some":0,"level":"high","number":1,"events":[{"start":{}},{"move":{"x":1}},"#
    + #"{"say":{"_0":"hi"}}],"nested":{"list":[[],[1,2]],"map":{"pi":3.14}},"optionals":[null,1]}"#
}

class Animal: Codable {
  let name: String

  init(name: String) {
    self.name = name
  }
}

final class Dog: Animal {
  private enum CodingKeys: CodingKey { case breed }

  let breed: String

  init(name: String, breed: String) {
    self.breed = breed
    super.init(name: name)
  }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    breed = try container.decode(String.self, forKey: .breed)
    try super.init(from: try container.superDecoder())
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(breed, forKey: .breed)
    try super.encode(to: container.superEncoder())
  }
}

/// A value that requests its containers several times and writes to them alternately.
struct Patchwork: Encodable {
  enum Key: CodingKey { case a, b, c, n, x, y, z }

  func encode(to encoder: any Encoder) throws {
    var first = encoder.container(keyedBy: Key.self)
    try first.encode(0, forKey: .a)
    var nested = first.nestedContainer(keyedBy: Key.self, forKey: .n)
    try nested.encode(1, forKey: .x)
    var second = encoder.container(keyedBy: Key.self)
    try second.encode(1, forKey: .a)
    try JSONObject(dictionaryLiteral: ("b", 2)).encode(to: encoder)
    var sameNested = second.nestedContainer(keyedBy: Key.self, forKey: .n)
    var list = sameNested.nestedUnkeyedContainer(forKey: .y)
    try list.encode(2)
    var inner = list.nestedContainer(keyedBy: Key.self)
    try inner.encode(3, forKey: .z)
    try first.encodeNil(forKey: .c)
  }
}
