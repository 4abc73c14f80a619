/// A member's name as the key of ``JSONObject``'s index. Names are compared by scalars, not by canonical equivalence.
struct JSONObjectKey: Hashable, Sendable {
  private let name: String

  init(_ name: String) {
    self.name = name
  }

  static func == (left: JSONObjectKey, right: JSONObjectKey) -> Bool {
    left.name.hasSameScalars(as: right.name)
  }

  func hash(into hasher: inout Hasher) {
    name.hashBytes(into: &hasher)
  }
}
