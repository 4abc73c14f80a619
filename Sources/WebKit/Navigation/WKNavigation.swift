/// One load of a page, to tell loads apart.
@preconcurrency @MainActor
open class WKNavigation: NSObject {
  /// One of the app's own, which belongs to no load, for its tests.
  public override init() {}
}
