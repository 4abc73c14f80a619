/// The options of a search for text.
@preconcurrency @MainActor
open class WKFindConfiguration: NSObject {
  /// Whether the search runs toward the beginning of the page. False by default.
  open var backwards = false
  /// Whether the search distinguishes upper and lower case. False by default.
  open var caseSensitive = false
  /// Whether the search continues at the other end of the page. True by default.
  open var wraps = true

  /// Creates a configuration with the defaults.
  public override init() {}
}

/// The result of a search for text.
@preconcurrency @MainActor
open class WKFindResult: NSObject {
  /// Whether the text was found.
  open private(set) var matchFound: Bool

  init(matchFound: Bool) {
    self.matchFound = matchFound
  }
}
