// These recurse, so they are loops with little in them: every frame counts on a small stack.

extension JSONObject: Hashable {
  /// Whether both have the same members, in any order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    guard left.count == right.count else { return false }
    for position in left.members.indices {
      guard let other = right.position(of: left.members[position].key, expected: position),
        left.members[position].value == right.members[other].value
      else { return false }
    }
    return true
  }

  /// Feeds the members so that their order does not count.
  public func hash(into hasher: inout Hasher) {
    var combined = 0
    for position in members.indices { combined ^= members[position].hashValue(continuing: hasher) }
    hasher.combine(combined)
    hasher.combine(members.count)
  }
}

extension JSONObject {
  /// Where the member of this name is. Objects of one origin mostly have one order, so a place is tried before a search.
  fileprivate func position(of key: String, expected: Int) -> Int? {
    members[expected].key.hasSameScalars(as: key) ? expected : position(of: key)
  }
}
