#if os(Linux)
import CWebKitGTK
import CausewayGTK
import CausewayText
import Foundation
import OnsideCore
import WebKit

/// A window with the sign-in page of a provider. Stores no data of the page, such as cookies or a cache.
@MainActor final class BrowserWindow: NSObject {
  let dialog: DialogWindow
  let webView: WKWebView
  /// The origin of the shown page, so that the user can see which site receives the input.
  let origin = Widgets.label("").styled("onside-address")
  /// The button that loads the sign-in page again.
  private(set) lazy var retry = ScreenParts.button("Try again", "onside-primary") { [weak self] in self?.load() }
  /// The button that closes the window.
  private(set) lazy var back = ScreenParts.button("Back", "onside-quiet") { [weak self] in self?.onClose() }
  /// Called when the user wants to close the window.
  var onClose: @MainActor () -> Void = {}

  /// The login for which the window is shown.
  let login: OnsideBrowserLogin
  private let onCallback: @MainActor (URL) -> Bool
  private var stage = Stage.opening
  /// The content that is shown instead of the page.
  private let substitute = ScreenParts.body()
  private let message = NoticeBox()

  private enum Stage {
    /// The page is not shown yet.
    case opening
    case shown
    /// The callback has arrived.
    case over
  }

  /// Creates the window without showing it, and begins to load the page.
  /// - Parameter onCallback: called with the URL when the page navigates to a scheme that is not a browser's. Returns
  ///   false if the URL is not the callback.
  init(
    _ login: OnsideBrowserLogin, theme: OnsideUIThemeMode, onCallback: @escaping @MainActor (URL) -> Bool
  ) {
    self.login = login
    self.onCallback = onCallback
    let configuration = WKWebViewConfiguration()
    configuration.websiteDataStore = .nonPersistent()
    webView = WKWebView(frame: .zero, configuration: configuration)
    dialog = DialogWindow(title: "Sign in with \(login.provider.name)", width: Self.width)
    super.init()
    webView.navigationDelegate = self
    ScreenStyle.apply(theme, to: dialog.widget)
    let column = Widgets.column()
    let page = webView.gtkWidget
    gtk_label_set_xalign(origin.opaque, 0.5)
    gtk_widget_set_size_request(page, Self.minimumWidth, Self.minimumHeight)
    for part in [page, substitute] { gtk_widget_set_vexpand(part, 1) }
    gtk_widget_set_hexpand(page, 1)
    substitute.append(message.widget, retry, back)
    column.append(origin, substitute, page)
    dialog.setContent(column)
    gtk_window_set_default_size(cwk_window(dialog.widget), gint(Self.width), Self.height)
    dialog.onDismiss = { [weak self] in self?.onClose() }
    load()
  }

  private static let width = 480
  private static let height: gint = 660
  private static let minimumWidth: gint = 320
  private static let minimumHeight: gint = 400

  /// Shows the window in front of the login window.
  func show(before parent: Widget) {
    dialog.show(before: cwk_window(parent), focus: webView.gtkWidget)
  }

  private func load() {
    stage = .opening
    show(.progress("Opening the sign-in page …"), isFailure: false)
    webView.load(URLRequest(url: login.url))
  }

  /// Shows a text instead of the page.
  private func show(_ notice: ScreenNotice, isFailure: Bool) {
    message.show(notice)
    for button in [retry, back] { gtk_widget_set_visible(button, isFailure ? 1 : 0) }
    showPage(false)
  }

  private func showPage(_ isShown: Bool) {
    gtk_widget_set_visible(webView.gtkWidget, isShown ? 1 : 0)
    gtk_widget_set_visible(substitute, isShown ? 0 : 1)
    gtk_widget_set_visible(origin, isShown ? 1 : 0)
    if isShown { gtk_window_set_focus(cwk_window(dialog.widget), webView.gtkWidget) }
    g_main_context_wakeup(nil)
  }

  private func fail(_ text: String) {
    show(.error(text), isFailure: true)
    gtk_window_set_focus(cwk_window(dialog.widget), retry)
  }

  /// Returns the origin of a URL as WebKit writes it: the scheme, the host and the port. The origin is never shortened,
  /// because the end of a host name shows its owner.
  static func origin(of address: String) -> String {
    guard let slashes = address.range(of: "://") else { return PageText(address).shown(limit: 100) }
    let authority = address[slashes.upperBound...].prefix { !"/?#".contains($0) }
    // Omit the part before an @, because it is a user name, which can look like a host.
    let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? authority
    return PageText(String(address[..<slashes.upperBound]) + String(host)).shown(limit: .max)
  }
}

extension BrowserWindow: WKNavigationDelegate {
  func webView(
    _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
    decisionHandler: @escaping @MainActor (WKNavigationActionPolicy) -> Void
  ) {
    switch SignInNavigation(from: login.url, to: navigationAction.request.url) {
    case .shown: decisionHandler(.allow)
    case .refused: decisionHandler(.cancel)
    case .leaves(let url):
      decisionHandler(.cancel)
      // A URL that is not the callback has no effect, because any page can navigate to such a URL.
      if onCallback(url) { stage = .over }
    }
  }

  func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) {
    stage = .shown
    gtk_label_set_text(origin.opaque, Self.origin(of: webView.url?.absoluteString ?? ""))
    showPage(true)
  }

  func webView(_ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error)
  {
    let error = error as NSError
    // The next navigation has replaced this one.
    if error.code == NSURLErrorCancelled { return }
    if error.domain == "WebKitErrorDomain" {
      // The policy decision above has stopped the navigation. If a page is shown, it stays. Otherwise show an error,
      // because no page will follow.
      if stage == .opening { fail("The sign-in page links to an address that cannot be shown here. Try again later.") }
      return
    }
    fail("The sign-in page could not be reached. Check your connection and try again.")
  }

  func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
    fail("The sign-in page has stopped working. Try again.")
  }
}

/// A browser that shows the sign-in page in a window in front of the login window.
@MainActor final class WindowBrowser: LoginBrowser {
  /// The current window, for tests.
  private(set) var window: BrowserWindow?
  /// Returns the login window, if it exists.
  var parent: () -> Widget? = { nil }
  private let theme: OnsideUIThemeMode

  init(theme: OnsideUIThemeMode) {
    self.theme = theme
  }

  func open(
    _ login: OnsideBrowserLogin, onCallback: @escaping @MainActor (URL) -> Bool,
    onEnd: @escaping @MainActor (LoginBrowserEnd) -> Void
  ) {
    close()
    guard let parent = parent() else { return onEnd(.unavailable) }
    let window = BrowserWindow(login, theme: theme, onCallback: onCallback)
    window.onClose = { onEnd(.closed) }
    self.window = window
    window.show(before: parent)
  }

  func close() {
    window?.dialog.close()
    window = nil
  }
}
#endif
