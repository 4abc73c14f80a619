/// What the delegate decided for the pages that navigations lead to.
///
/// WebKitGTK knows one setting per web view and does not say which frame navigates, so that what was decided about a URL
/// is kept until the main frame's response names it. Of two decisions about one URL the stricter holds.
@MainActor
struct NavigationPreferences {
  /// Whether scripts of pages run, by the URLs that were decided about. Missing are those whose scripts run by default
  /// and by decision.
  private var decisions: [String: Bool] = [:]
  private let isAllowedByDefault: Bool
  /// What the page that is there has.
  private var shown: Bool
  /// What the engine has.
  private(set) var allowsContentJavaScript: Bool

  init(_ preferences: WKWebpagePreferences) {
    isAllowedByDefault = preferences.allowsContentJavaScript
    shown = isAllowedByDefault
    allowsContentJavaScript = isAllowedByDefault
  }

  /// A navigation was allowed.
  mutating func decide(_ url: URL?, _ preferences: WKWebpagePreferences) {
    let key = Self.key(url)
    if isAllowedByDefault, preferences.allowsContentJavaScript, decisions[key] == nil { return }
    decisions[key] = preferences.allowsContentJavaScript && decisions[key] ?? true
  }

  /// The main frame is about to show the page of a URL.
  mutating func apply(_ url: URL?) {
    allowsContentJavaScript = decisions[Self.key(url)] ?? isAllowedByDefault
  }

  /// The page is there.
  mutating func commit() {
    decisions = [:]
    shown = allowsContentJavaScript
  }

  /// The page does not come: the one that is there stays.
  mutating func fail() {
    decisions = [:]
    allowsContentJavaScript = shown
  }

  /// A fragment does not make another page.
  private static func key(_ url: URL?) -> String { String((url?.absoluteString ?? "").prefix { $0 != "#" }) }
}
