extension JSONObject: Hashable {
  /// Whether both have the same members, in any order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    guard left.count == right.count else { return false }
    return left.members.indices.allSatisfy { position in
      let member = left.members[position]
      // Objects of one origin mostly have one order, so the same place is tried before a search.
      let candidate = right.members[position]
      if candidate.key.isIdentical(to: member.key) { return candidate.value == member.value }
      return right[member.key] == member.value
    }
  }

  /// Feeds the members so that their order does not count.
  public func hash(into hasher: inout Hasher) {
    var combined = 0
    for member in members {
      var memberHasher = hasher
      member.key.hashBytes(into: &memberHasher)
      memberHasher.combine(member.value)
      combined ^= memberHasher.finalize()
    }
    hasher.combine(combined)
    hasher.combine(members.count)
  }
}
