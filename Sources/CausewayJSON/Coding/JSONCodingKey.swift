/// A member's name or an element's index on a coding path.
struct JSONCodingKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  /// The default key under which a class encodes its superclass.
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
