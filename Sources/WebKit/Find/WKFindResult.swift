/// What came of a search for a text.
@MainActor
open class WKFindResult: NSObject {
  /// Whether the text was found.
  open private(set) var matchFound: Bool

  init(matchFound: Bool) {
    self.matchFound = matchFound
  }
}
