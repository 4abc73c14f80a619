/// Everything that is wrong with a StoreKit configuration file.
public struct CatalogError: Error, Hashable, Sendable {
  /// One thing that is wrong.
  public struct Mistake: Hashable, Sendable {
    /// Where, such as `products[3].displayPrice`; empty for the file as a whole.
    public var place: String
    /// What is wrong there, and what would be right.
    public var problem: String

    /// A mistake.
    public init(place: String, problem: String) {
      self.place = place
      self.problem = problem
    }
  }

  /// The file, as it was named by whoever had it read.
  public var file: String
  /// All of its mistakes, at least one, in the order of the file's lists.
  public var mistakes: [Mistake]

  /// An error.
  public init(file: String, mistakes: [Mistake]) {
    self.file = file
    self.mistakes = mistakes
  }
}

extension CatalogError: CustomStringConvertible {
  /// A line for each mistake, such as
  /// `shop.storekit: products[3].displayPrice: "1,99" is not a price; write a decimal such as 1.99`.
  public var description: String {
    mistakes.map { mistake in
      mistake.place.isEmpty ? "\(file): \(mistake.problem)" : "\(file): \(mistake.place): \(mistake.problem)"
    }
    .joined(separator: "\n")
  }
}
