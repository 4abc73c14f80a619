/// The result of a search for text.
@preconcurrency @MainActor
open class WKFindResult: NSObject {
  /// Whether the text was found.
  open private(set) var matchFound: Bool

  init(matchFound: Bool) {
    self.matchFound = matchFound
  }
}
