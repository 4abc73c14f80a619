/// The path of a value in a file. The text of the path is created only for a mistake, because creating it for every
/// value would be slow.
indirect enum CatalogPath {
  /// The file as a whole.
  case file
  case member(String, of: CatalogPath)
  case element(Int, of: CatalogPath)
}

extension CatalogPath: CustomStringConvertible {
  /// The path as text, such as `subscriptionGroups[0].id`; empty for the whole file.
  var description: String {
    switch self {
    case .file: ""
    case .member(let name, of: .file): name
    case .member(let name, of: let parent): "\(parent).\(name)"
    case .element(let position, of: let parent): "\(parent)[\(position)]"
    }
  }
}
