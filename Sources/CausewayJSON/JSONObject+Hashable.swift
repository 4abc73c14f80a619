// These functions recurse, so each of their stack frames must be small. Therefore they consist of small loops.

extension JSONObject: Hashable {
  /// Returns whether both objects have the same members, in any order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    guard left.count == right.count else { return false }
    for position in left.members.indices {
      guard let other = right.position(of: left.members[position].key, expected: position),
        left.members[position].value == right.members[other].value
      else { return false }
    }
    return true
  }

  /// Hashes the members so that their order has no effect.
  public func hash(into hasher: inout Hasher) {
    var combined = 0
    for position in members.indices { combined ^= members[position].hashValue(continuing: hasher) }
    hasher.combine(combined)
    hasher.combine(members.count)
  }
}

extension JSONObject {
  /// Returns the position of the member with a name. Objects from one source mostly have the same order, so the
  /// expected position is tried before a search.
  fileprivate func position(of key: String, expected: Int) -> Int? {
    members[expected].key.hasSameScalars(as: key) ? expected : position(of: key)
  }
}
