/// The way from the outermost value to the one being coded.
///
/// It is linked from the inside out, so that going one level deeper does not copy the way there; only an error, or a
/// type that asks, turns it into an array.
indirect enum JSONCodingPath {
  case root
  case member(any CodingKey, of: JSONCodingPath)
  case element(Int, of: JSONCodingPath)

  /// The keys from the outside in.
  var keys: [any CodingKey] {
    var keys: [any CodingKey] = []
    var path = self
    while true {
      switch path {
      case .root:
        return keys.reversed()
      case .member(let key, let parent):
        keys.append(key)
        path = parent
      case .element(let index, let parent):
        keys.append(JSONCodingKey(index: index))
        path = parent
      }
    }
  }
}
