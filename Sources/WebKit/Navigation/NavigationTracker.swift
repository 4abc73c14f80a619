/// Which navigations of the main frame are under way, and how far: WebKitGTK's signals name none.
///
/// Two can be at a time: the one that the engine is at, and one that the app has asked for, which ends the first as soon
/// as the engine comes to it.
@MainActor
struct NavigationTracker {
  private struct Request {
    let navigation: WKNavigation
    let isLocal: Bool
    /// What the app asked to load; nil for what cannot be asked for again.
    let source: URLRequest?
    /// Whether it was started before.
    var isResumed = false
    var url: URL?
    /// Whether the engine has asked for a decision about it.
    var isAnnounced = false
  }

  /// What the app asked for and the engine has not started.
  private var request: Request?
  /// The navigation that the app stopped last before it started.
  private var forgotten: WKNavigation?
  /// The navigation that the engine started last.
  private(set) var current: WKNavigation?
  /// What the app asked to load by it; nil for what cannot be asked for again.
  private(set) var source: URLRequest?
  /// Whether it was started before: the delegate knows of that.
  private(set) var isResumed = false
  /// Whether its page is there.
  private(set) var isCommitted = false
  /// Whether it is over: finished or failed.
  private(set) var isOver = true
  /// Whether its page needs no response, or the response was accepted.
  private var isAnswered = false
  /// Whether the page was allowed to show a blank page in one of its frames, which may be the main one: the engine does
  /// not say which, and does not ask again.
  private(set) var isBlanking = false

  /// Why what the app asked for does not take place, which no delegate is told.
  enum DropReason {
    /// The app has asked for another navigation, or to stop loading, before the engine came to this one.
    case replaced
    /// The delegate refused it.
    case refused
    /// The page is that document already.
    case sameDocument
  }

  /// Called when what the app asked for does not take place.
  var didDrop: @MainActor (WKNavigation, DropReason) -> Void = { _, _ in }

  /// Whether the engine may put another page in the place of the one that is there at any moment, without asking again.
  var isCommitting: Bool { (request?.isLocal ?? false) || (isAnswered && !isCommitted && !isOver) }

  /// Whether what the app asked for needs no response.
  var isRequestLocal: Bool { request?.isLocal ?? false }

  /// Whether the engine is about to start what the app asked for.
  var isAwaitingStart: Bool { request?.isAnnounced ?? false }

  /// Whether what the app asked for was allowed and started before.
  var isResuming: Bool { request?.isResumed ?? false }

  /// The app asks for a navigation.
  ///
  /// - Parameters:
  ///   - isLocal: whether the page needs no response, which the engine would ask the app about.
  ///   - source: what is to be loaded, if it can be asked for again.
  mutating func begin(isLocal: Bool, _ source: URLRequest?) -> WKNavigation {
    drop(.replaced)
    let navigation = WKNavigation()
    request = Request(navigation: navigation, isLocal: isLocal, source: source)
    return navigation
  }

  /// A navigation that failed is to begin once more.
  ///
  /// - Returns: false if that cannot be, or if the app has asked for another one since.
  mutating func resume(_ navigation: WKNavigation) -> Bool {
    guard request == nil, current === navigation, isOver, !isCommitted, let source else { return false }
    request = Request(navigation: navigation, isLocal: false, source: source, isResumed: true)
    return true
  }

  /// The engine took what the app asked for, and goes to a URL as it writes it itself.
  mutating func expect(_ navigation: WKNavigation, url: URL?) {
    if request?.navigation === navigation { request?.url = url }
  }

  /// The engine asks for a decision.
  ///
  /// - Returns: the app's navigation, if the decision is about it.
  mutating func announce(url: URL?) -> WKNavigation? {
    guard let url, request?.url == url else { return nil }
    request?.isAnnounced = true
    return request?.navigation
  }

  /// A navigation that the app asked for does not take place.
  mutating func withdraw(_ navigation: WKNavigation) {
    if request?.navigation === navigation { drop(.refused) }
  }

  /// The engine is done. If it is at the URL that the app asked for, and has not started a navigation, the page was that
  /// document already.
  mutating func loadingDidStop(at url: URL?) {
    if request?.url == url { drop(.sameDocument) }
  }

  /// The app wants to stop loading, and the engine has not started what it asked for: it may have asked for a decision, which
  /// is to be a refusal then.
  mutating func forgetRequest() {
    forgotten = request?.navigation
    drop(.replaced)
  }

  /// Whether the app wanted to stop loading before this navigation started.
  func isForgotten(_ navigation: WKNavigation?) -> Bool { navigation != nil && navigation === forgotten }

  private mutating func drop(_ reason: DropReason) {
    guard let navigation = request?.navigation else { return }
    request = nil
    didDrop(navigation, reason)
  }

  /// The engine starts: with the app's navigation, or with one of the page's own.
  mutating func start() {
    let own = request.flatMap { $0.isAnnounced ? $0 : nil }
    if own != nil { request = nil }
    current = own?.navigation ?? WKNavigation()
    source = own?.source
    isResumed = own?.isResumed ?? false
    // A blank page that the page itself goes to has no response either.
    isAnswered = own?.isLocal ?? isBlanking
    isCommitted = false
    isOver = false
  }

  /// The main frame's response was accepted.
  mutating func accept() { isAnswered = true }

  /// A frame may show a blank page, of the page's own accord.
  mutating func blank() { isBlanking = true }

  /// The page is there.
  mutating func commit() {
    isCommitted = true
    isBlanking = false
  }

  /// The web process is gone, and nothing is heard of its navigations any more.
  mutating func processDidEnd() {
    request = nil
    isOver = true
    isBlanking = false
  }

  /// The navigation is over.
  ///
  /// - Returns: which; nil if that was said before: after a failure WebKitGTK says that the navigation finished, too.
  mutating func end() -> WKNavigation? {
    guard !isOver else { return nil }
    isOver = true
    return current
  }

  /// The navigation failed, or the one that the app asked for, before it started.
  ///
  /// - Returns: which, and whether its page was there; nil if it was over.
  mutating func fail() -> (navigation: WKNavigation, wasCommitted: Bool)? {
    if let navigation = end() { return (navigation, isCommitted) }
    guard let own = request, own.isAnnounced else { return nil }
    request = nil
    return (own.navigation, false)
  }
}
