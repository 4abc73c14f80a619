/// Which navigation of the main frame is under way, and how far it is: WebKitGTK's signals name none.
@MainActor
struct NavigationTracker {
  /// The latest navigation.
  private(set) var current: WKNavigation?
  /// Whether it was started by the app, and the engine has not begun with it yet.
  private(set) var isRequested = false
  /// Whether the engine may put its page in the place of the one before at any moment, without asking again.
  private(set) var isCommitting = false
  /// Whether its page is there.
  private(set) var isCommitted = false
  /// Whether it is over: finished or failed.
  private(set) var isOver = false

  /// The app starts a navigation.
  ///
  /// - Parameter isLocal: whether the page needs no response, which the engine would ask the app about.
  mutating func begin(isLocal: Bool = false) -> WKNavigation {
    let navigation = WKNavigation()
    self = NavigationTracker()
    current = navigation
    isRequested = true
    isCommitting = isLocal
    return navigation
  }

  /// The main frame's response was accepted.
  mutating func accept() { isCommitting = true }

  /// The engine starts: with the app's navigation, or with one of the page's own.
  mutating func start() {
    if !isRequested { _ = begin() }
    isRequested = false
  }

  /// The page is there.
  mutating func commit() {
    isCommitted = true
    isCommitting = false
  }

  /// The navigation is over. After a failure WebKitGTK says that it finished, too.
  ///
  /// - Returns: whether this is the first word of it.
  mutating func end() -> Bool {
    defer {
      isOver = true
      isCommitting = false
    }
    return !isOver
  }
}
