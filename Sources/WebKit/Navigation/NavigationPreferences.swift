/// The delegate's decisions about scripts, for the pages that navigations lead to.
///
/// WebKitGTK has one setting per web view and does not say which frame navigates, so a decision about a URL is kept
/// until the main frame's response contains that URL. If there are two decisions about one URL, the stricter decision
/// applies.
@MainActor
final class NavigationPreferences {
  /// Whether scripts of pages run, by URL. A URL has no entry if its scripts run both by default and by decision.
  private var decisions: [String: Bool] = [:]
  private let isAllowedByDefault: Bool
  /// Whether scripts of the current page run.
  private var shown: Bool
  /// Whether the engine must run scripts of pages now: those of the current page, or of the page that is about to be
  /// shown.
  private var allowsContentJavaScript: Bool
  private let widget: WebViewWidget

  init(_ preferences: WKWebpagePreferences, _ widget: WebViewWidget) {
    self.widget = widget
    isAllowedByDefault = preferences.allowsContentJavaScript
    shown = isAllowedByDefault
    allowsContentJavaScript = isAllowedByDefault
  }

  /// Records the decision about a navigation that was allowed.
  func decide(_ url: URL?, _ preferences: WKWebpagePreferences) {
    let key = Self.key(url)
    if isAllowedByDefault, preferences.allowsContentJavaScript, decisions[key] == nil { return }
    decisions[key] = preferences.allowsContentJavaScript && decisions[key] ?? true
  }

  /// Selects the setting for the URL whose page the main frame is about to show.
  func apply(_ url: URL?) {
    allowsContentJavaScript = decisions[Self.key(url)] ?? isAllowedByDefault
    updateEngine()
  }

  /// Keeps the current setting, because the page is committed.
  func commit() {
    decisions = [:]
    shown = allowsContentJavaScript
  }

  /// Restores the setting of the current page, because the next page has failed to load.
  func fail() {
    decisions = [:]
    allowsContentJavaScript = shown
    updateEngine()
  }

  private func updateEngine() {
    widget.allowsContentJavaScript = allowsContentJavaScript
  }

  /// Returns a URL's text without its fragment, because a fragment does not identify another page.
  private static func key(_ url: URL?) -> String { String((url?.absoluteString ?? "").prefix { $0 != "#" }) }
}
