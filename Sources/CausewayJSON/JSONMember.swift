/// A name and its value, as ``JSONObject`` stores them.
///
/// The public type of a member is a tuple. The storage uses a structure, because the runtime releases an array of
/// structures in fewer steps than an array of tuples.
struct JSONMember: Sendable {
  let key: String
  var value: JSONValue

  /// Returns the hash of this member, computed with a copy of `hasher` and its current state.
  func hashValue(continuing hasher: Hasher) -> Int {
    var hasher = hasher
    key.hashBytes(into: &hasher)
    value.hash(into: &hasher)
    return hasher.finalize()
  }
}
