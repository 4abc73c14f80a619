/// One load of a page, to tell loads apart.
@preconcurrency @MainActor
open class WKNavigation: NSObject {
  /// What the page may read that the app loads; nil if the app does not load a file.
  var fileScope: FileScope?

  /// One of the app's own, which belongs to no load, for its tests.
  public override init() {}
}
