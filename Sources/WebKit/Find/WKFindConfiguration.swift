/// How a text is searched for.
@preconcurrency @MainActor
open class WKFindConfiguration: NSObject {
  /// Whether the search goes towards the beginning of the page.
  open var backwards = false
  /// Whether upper and lower case differ.
  open var caseSensitive = false
  /// Whether the search goes on at the other end of the page.
  open var wraps = true

  /// Forwards, in any case, and on at the beginning of the page.
  public override init() {}
}
