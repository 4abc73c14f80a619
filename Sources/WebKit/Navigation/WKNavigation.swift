/// One load of a page; tells loads apart.
@MainActor open class WKNavigation: NSObject {
  override init() {}
}

/// Which navigation goes on, and how far it is.
@MainActor struct NavigationTracker {
  private(set) var current: WKNavigation?
  /// Whether the page of the current navigation is there.
  var isCommitted = false
  /// Whether its failure was reported, after which WebKitGTK still says that it ended.
  var hasFailed = false

  /// A navigation that the app starts.
  mutating func begin() -> WKNavigation {
    let navigation = WKNavigation()
    current = navigation
    isCommitted = false
    hasFailed = false
    return navigation
  }

  /// The engine starts: the app's navigation, or one of the page's own.
  mutating func start() {
    if current == nil || isCommitted || hasFailed { _ = begin() }
  }
}
