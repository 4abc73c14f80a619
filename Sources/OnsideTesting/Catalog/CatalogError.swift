/// All mistakes in a StoreKit configuration file.
public struct CatalogError: Error, Hashable, Sendable {
  /// A mistake in the file.
  public struct Mistake: Hashable, Sendable {
    /// The path in the file, such as `products[3].displayPrice`; empty for the file as a whole.
    public var place: String
    /// The problem, followed by the correction if the problem does not already imply it.
    public var problem: String

    /// Creates a mistake.
    public init(place: String, problem: String) {
      self.place = place
      self.problem = problem
    }
  }

  /// The file's path or name, as the caller gave it.
  public var file: String
  /// The mistakes, at least one, in the order of the file's lists.
  public var mistakes: [Mistake]

  /// Creates an error with the mistakes in a file.
  public init(file: String, mistakes: [Mistake]) {
    self.file = file
    self.mistakes = mistakes
  }
}

extension CatalogError: CustomStringConvertible {
  /// The mistakes, one per line, such as
  /// `shop.storekit: products[3].displayPrice: "1,99" is not a price; write a decimal such as 1.99`.
  public var description: String {
    mistakes.map { mistake in
      mistake.place.isEmpty ? "\(file): \(mistake.problem)" : "\(file): \(mistake.place): \(mistake.problem)"
    }
    .joined(separator: "\n")
  }
}
