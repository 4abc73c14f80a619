/// A member's name or an element's index on a coding path.
struct JSONCodingKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  /// The key under which a class encodes its superclass, unless it says another.
  static let `super` = JSONCodingKey("super")

  init(_ name: String) {
    stringValue = name
    intValue = nil
  }

  init(index: Int) {
    stringValue = "Index \(index)"
    intValue = index
  }

  init(stringValue: String) {
    self.init(stringValue)
  }

  init(intValue: Int) {
    stringValue = String(intValue)
    self.intValue = intValue
  }
}
