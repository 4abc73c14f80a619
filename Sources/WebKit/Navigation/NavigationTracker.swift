/// The navigations of the main frame that are in progress, and their states. WebKitGTK's signals do not identify a
/// navigation.
///
/// Up to three navigations exist at a time: the navigation that the engine is processing, a navigation that the app has
/// requested, and one that the app requested before and the engine can still start. As soon as the engine starts the
/// requested navigation, the others end.
@MainActor
final class NavigationTracker {
  private struct Request {
    let navigation: WKNavigation
    let isLocal: Bool
    /// The request to load; nil if the app cannot request it again.
    let source: URLRequest?
    /// Whether this is a repetition: the engine had already started the navigation, which failed and was requested
    /// again.
    var isResumed = false
    /// The navigation's URL, in the engine's spelling.
    var url: URL?
    /// Whether the engine has asked for a decision about the navigation.
    var isAnnounced = false
    /// Whether the engine was told to start the navigation.
    var isAllowed = false

    /// Whether the engine may start the navigation now. It starts a first blank page without waiting for the decision.
    var canStart: Bool {
      let isBlank = isLocal && source != nil
      return isAllowed || isAnnounced && isBlank
    }
  }

  /// The navigation that the app has requested and the engine has not started.
  private var request: Request?
  /// The navigation that the app replaced, or stopped, after the engine had asked about it. The engine may still start it.
  private var overtaken: Request?
  /// The navigation that the engine started most recently.
  private(set) var current: WKNavigation?
  /// The request of ``current``; nil if the app cannot request it again.
  private(set) var source: URLRequest?
  /// Whether ``current`` was started earlier, failed, and was requested again. The delegate was notified of the first
  /// start.
  private(set) var isResumed = false
  /// Whether the page of ``current`` is committed.
  private(set) var isCommitted = false
  /// Whether ``current`` has finished or failed.
  private(set) var isOver = true
  /// Whether the page of ``current`` needs no response, or its response was accepted.
  private var isAnswered = false
  /// Whether the page was allowed to show a blank page in one of its frames. That frame may be the main frame, because
  /// the engine does not say which frame navigates, and does not ask again.
  private(set) var isBlanking = false

  /// The reason why a requested navigation does not start. The delegate is not notified of such a navigation.
  enum DropReason {
    /// The app has requested another navigation, or stopped loading, before the engine started the requested
    /// navigation.
    case replaced
    /// The delegate refused the navigation.
    case refused
    /// The navigation leads to the document that the page already shows.
    case sameDocument
  }

  /// The function to call when a requested navigation does not start.
  var didDrop: @MainActor (WKNavigation, DropReason) -> Void = { _, _ in }

  /// Whether the engine may replace the current page at any moment, without asking again.
  var isCommitting: Bool {
    let isOvertakenLocal = overtaken.map { $0.isLocal && $0.isAllowed } ?? false
    return request?.isLocal == true || isOvertakenLocal || (isAnswered && !isCommitted && !isOver)
  }

  /// Whether the requested navigation needs no response.
  var isRequestLocal: Bool { request?.isLocal ?? false }

  /// Whether the engine has asked about the requested navigation and has not started it.
  var isAwaitingStart: Bool { request?.isAnnounced ?? false }

  /// Whether the requested navigation is repeated after a failure, so that the delegate has already allowed it.
  var isResuming: Bool { request?.isResumed ?? false }

  /// Begins a navigation that the app requests.
  ///
  /// - Parameters:
  ///   - isLocal: whether the page needs no response, so that the engine will not ask the app about one.
  ///   - source: the request to load, if the app can request it again.
  func begin(isLocal: Bool, _ source: URLRequest?) -> WKNavigation {
    replace()
    let navigation = WKNavigation()
    request = Request(navigation: navigation, isLocal: isLocal, source: source)
    return navigation
  }

  /// Requests a failed navigation again.
  ///
  /// - Returns: false if the navigation cannot be repeated, or if the app has requested another navigation since.
  func resume(_ navigation: WKNavigation) -> Bool {
    guard request == nil, current === navigation, isOver, !isCommitted, let source else { return false }
    request = Request(navigation: navigation, isLocal: false, source: source, isResumed: true)
    return true
  }

  /// Records that the engine accepted the app's navigation, and the URL in the engine's spelling.
  func expect(_ navigation: WKNavigation, url: URL?) {
    if request?.navigation === navigation { request?.url = url }
  }

  /// Records that the engine asks for a decision about a URL.
  ///
  /// - Returns: the app's navigation, if the decision is about that navigation.
  func announce(url: URL?) -> WKNavigation? {
    guard let url, request?.url == url else { return nil }
    request?.isAnnounced = true
    return request?.navigation
  }

  /// Records that the engine is told to start a navigation.
  ///
  /// - Parameter navigation: the app's navigation; nil for a navigation of the page itself.
  func allow(_ navigation: WKNavigation?) {
    guard let navigation else {
      // A navigation that the app stopped does not start after this one.
      if request == nil { overtaken = nil }
      return
    }
    if request?.navigation === navigation { request?.isAllowed = true }
    if overtaken?.navigation === navigation { overtaken?.isAllowed = true }
  }

  /// Drops the app's navigation, because the delegate refused it.
  func withdraw(_ navigation: WKNavigation) {
    if request?.navigation === navigation { drop(.refused) }
    if overtaken?.navigation === navigation { overtaken = nil }
  }

  /// Records that the engine has stopped loading. If the engine is at the URL that the app requested, but has not
  /// started that navigation, the page already showed that document.
  func loadingDidStop(at url: URL?) {
    overtaken = nil
    if request?.url == url { drop(.sameDocument) }
  }

  /// Drops the navigations that the engine has not started, because the app stops loading. If the engine waits for a
  /// decision about one of them, the decision must be a refusal.
  func forgetRequest() {
    for pending in [request, overtaken] { pending?.navigation.isForgotten = true }
    replace()
  }

  private func replace() {
    if let request, request.isAnnounced { overtaken = request }
    drop(.replaced)
  }

  private func drop(_ reason: DropReason) {
    guard let navigation = request?.navigation else { return }
    request = nil
    didDrop(navigation, reason)
  }

  /// Records that the engine starts a navigation: the app's navigation, or a navigation of the page itself.
  func start() {
    let own = [request, overtaken].compactMap(\.self).first(where: \.canStart)
    if let own, own.navigation === request?.navigation { request = nil }
    overtaken = nil
    current = own?.navigation ?? WKNavigation()
    source = own?.source
    isResumed = own?.isResumed ?? false
    // A blank page has no response, even if the page itself navigates to it.
    isAnswered = own?.isLocal ?? isBlanking
    isCommitted = false
    isOver = false
  }

  /// Records that the main frame's response was accepted.
  func accept() { isAnswered = true }

  /// Records that a frame may show a blank page, which the page itself requested.
  func blank() { isBlanking = true }

  /// Records that the page is committed.
  func commit() {
    isCommitted = true
    isBlanking = false
  }

  /// Ends all navigations, because the web process is gone and will report nothing about them.
  func processDidEnd() {
    request = nil
    overtaken = nil
    isOver = true
    isBlanking = false
  }

  /// Records that the navigation has ended.
  ///
  /// - Returns: the navigation; nil if its end was reported before, because WebKitGTK reports after a failure that the
  ///   navigation also finished.
  func end() -> WKNavigation? {
    guard !isOver else { return nil }
    isOver = true
    return current
  }

  /// Records that the current navigation has failed, or that the requested navigation has failed before its start.
  ///
  /// - Returns: the navigation, and whether its page was committed; nil if the navigation had ended before.
  func fail() -> (navigation: WKNavigation, wasCommitted: Bool)? {
    if let navigation = end() { return (navigation, isCommitted) }
    guard let own = request, own.isAnnounced else { return nil }
    request = nil
    return (own.navigation, false)
  }
}
