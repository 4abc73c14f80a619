#if os(Linux)
import CWebKitGTK
import Causeway
import CausewayGTK
import CausewayText
import Foundation
import OnsideCore
import WebKit

/// A window with the sign-in page of a provider. Nothing of the page is kept: no cookies, no cache.
@MainActor final class BrowserWindow: NSObject {
  let dialog: DialogWindow
  let webView: WKWebView
  /// Who asks for what is typed: the origin of the page that is shown.
  let origin = Widgets.label("").styled("onside-address")
  /// Loads the sign-in page once more.
  private(set) lazy var retry = ScreenParts.button("Try again", "onside-primary") { [weak self] in self?.load() }
  /// Closes the window.
  private(set) lazy var back = ScreenParts.button("Back", "onside-quiet") { [weak self] in self?.onClose() }
  /// Called if the user wants the window gone.
  var onClose: @MainActor () -> Void = {}

  /// What it is for.
  let login: OnsideBrowserLogin
  private let onCallback: @MainActor (URL) -> Bool
  private var stage = Stage.opening
  /// What is shown in place of the page.
  private let substitute = ScreenParts.body()
  private let message = Widgets.column()

  private enum Stage {
    /// Nothing of the page is there.
    case opening
    case shown
    /// The callback has come.
    case over
  }

  /// A window that is not shown yet.
  /// - Parameter onCallback: takes a URL of another scheme to which the page leads; false if it is no callback.
  init(
    _ login: OnsideBrowserLogin, theme: OnsideUIThemeMode, startTimer: @escaping GLibTimer.Start,
    onCallback: @escaping @MainActor (URL) -> Bool
  ) {
    self.login = login
    self.onCallback = onCallback
    let configuration = WKWebViewConfiguration()
    configuration.websiteDataStore = .nonPersistent()
    webView = WKWebView(frame: .zero, configuration: configuration)
    dialog = DialogWindow(
      title: "Sign in with \(login.provider.name)", width: Self.width, startTimer: startTimer)
    super.init()
    webView.navigationDelegate = self
    ScreenStyle.apply(theme, to: dialog.widget)
    let column = Widgets.column()
    let page = webView.gtkWidget
    gtk_label_set_xalign(origin.opaque, 0.5)
    gtk_widget_set_size_request(page, Self.minimumWidth, Self.minimumHeight)
    for part in [page, substitute] { gtk_widget_set_vexpand(part, 1) }
    gtk_widget_set_hexpand(page, 1)
    substitute.append(message, retry, back)
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

  /// Shows the window before the login's.
  func show(before parent: Widget) {
    dialog.show(before: cwk_window(parent), focus: webView.gtkWidget)
  }

  private func load() {
    stage = .opening
    say(ScreenParts.progress("Opening the sign-in page …"), isFailure: false)
    webView.load(URLRequest(url: login.url))
  }

  /// Shows something in place of the page.
  private func say(_ text: Widget, isFailure: Bool) {
    message.setContent([text])
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
    say(ScreenParts.notice(text, .error), isFailure: true)
    gtk_window_set_focus(cwk_window(dialog.widget), retry)
  }

  /// The origin of an address as WebKit writes it: the scheme, the host and the port. It is never cut.
  static func origin(of address: String) -> String {
    guard let slashes = address.range(of: "://") else { return PageText(address).shown(limit: 100) }
    let authority = address[slashes.upperBound...].prefix { !"/?#".contains($0) }
    // What stands before an @ is a user's name, which can look like a host.
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
      // A page may lead elsewhere by mistake or on purpose: that has no effect.
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
    // A page that was left for the next.
    if error.code == NSURLErrorCancelled { return }
    if error.domain == "WebKitErrorDomain" {
      // The decision above. The page that is shown stays; without one there is nothing to wait for.
      if stage == .opening { fail("The sign-in page leads somewhere that cannot be shown here. Try again later.") }
      return
    }
    fail("The sign-in page could not be reached. Check your connection and try again.")
  }

  func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
    fail("The sign-in page has stopped working. Try again.")
  }
}

/// Opens the sign-in page in a window before the login's.
@MainActor final class WindowBrowser: LoginBrowser {
  /// The window that is there, for tests.
  private(set) var window: BrowserWindow?
  /// The login's window.
  var parent: () -> Widget? = { nil }
  private let theme: OnsideUIThemeMode
  private let startTimer: GLibTimer.Start

  init(theme: OnsideUIThemeMode, startTimer: @escaping GLibTimer.Start) {
    self.theme = theme
    self.startTimer = startTimer
  }

  func open(
    _ login: OnsideBrowserLogin, onCallback: @escaping @MainActor (URL) -> Bool,
    onEnd: @escaping @MainActor (LoginBrowserEnd) -> Void
  ) {
    close()
    guard let parent = parent() else { return onEnd(.unavailable) }
    let window = BrowserWindow(login, theme: theme, startTimer: startTimer, onCallback: onCallback)
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
