/// A name and its value, as ``JSONObject`` keeps them.
///
/// Outside they are the pairs of a collection; inside they are a structure, because the runtime releases an array of
/// structures in fewer steps than one of tuples.
struct JSONMember: Sendable {
  let key: String
  var value: JSONValue

  /// The hash of this member after what the hasher has been fed.
  func hashValue(continuing hasher: Hasher) -> Int {
    var hasher = hasher
    key.hashBytes(into: &hasher)
    value.hash(into: &hasher)
    return hasher.finalize()
  }
}
