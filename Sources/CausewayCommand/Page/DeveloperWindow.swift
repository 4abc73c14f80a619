#if os(Linux)
import WebKit

/// The parts of a page's window that web developers know from browsers: keys for loading the page again and for WebKit's
/// inspector, and the page's title in the title bar.
///
/// The context menu needs no code: WebKit adds "Inspect Element" to the menu of a web view that is inspectable.
@MainActor final class DeveloperWindow {
  /// The keys, in GTK's notation.
  enum Keys {
    static let reload = "F5|<Control>r"
    static let inspector = "F12|<Control><Shift>i"
  }

  private var title: NSKeyValueObservation?

  /// - Parameters:
  ///   - page: the page's address, which is the title until the page has one.
  ///   - reload: loads the page again.
  init(_ window: WebViewWindow, page: URL, reload: @escaping @MainActor () -> Void) {
    let webView = window.webView
    webView.isInspectable = true
    window.addShortcut(Keys.reload, reload)
    window.addShortcut(Keys.inspector) { [weak webView] in webView?.toggleInspector() }
    window.title = Self.title(of: "", at: page)
    title = webView.observe(\.title) { [weak window] webView, _ in
      window?.title = Self.title(of: webView.title ?? "", at: webView.url ?? page)
    }
  }

  /// Returns the text of the title bar. It ends with the program's name, so that no page can imitate the title of one of
  /// the app's prompts.
  static func title(of page: String, at url: URL) -> String {
    "\(page.isEmpty ? url.absoluteString : page) – Causeway"
  }
}
#endif
