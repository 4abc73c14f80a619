/// The path from the outermost value to the value being coded.
///
/// The path is linked from the inside out, so that going one level deeper does not copy it. Only an error, or a type
/// that reads the path, converts it to an array.
indirect enum JSONCodingPath {
  case root
  case member(any CodingKey, of: JSONCodingPath)
  case element(Int, of: JSONCodingPath)

  /// The keys, from the outermost to the innermost.
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
