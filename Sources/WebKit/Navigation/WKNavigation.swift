/// An object that identifies one load of a page.
@preconcurrency @MainActor
open class WKNavigation: NSObject {
  /// The files that the page may read, if the app loads a file; nil otherwise.
  var fileScope: FileScope?

  /// Creates an object that belongs to no load, for the app's tests.
  public override init() {}
}
