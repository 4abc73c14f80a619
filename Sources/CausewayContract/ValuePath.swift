/// The path to a position in a JSON value, as a linked list in which each part refers to its parent. The path's text is
/// built only for an error.
indirect enum ValuePath: CustomStringConvertible {
  case root
  case member(String, of: ValuePath)
  case element(Int, of: ValuePath)

  /// The path as text, such as `items[2].name`; empty for the whole value.
  var description: String {
    switch self {
    case .root: ""
    case .member(let name, .root): name
    case .member(let name, let parent): "\(parent).\(name)"
    case .element(let index, let parent): "\(parent)[\(index)]"
    }
  }
}
