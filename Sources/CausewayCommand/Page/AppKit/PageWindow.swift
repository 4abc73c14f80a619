#if canImport(AppKit)
import AppKit
import WebKit

/// A window with a page in it, on macOS.
@MainActor final class PageWindow: NSObject, NSWindowDelegate {
  /// Called when a person has closed it.
  var onClose: () -> Void = {}
  private let window: NSWindow

  init(_ webView: WKWebView, title: String) {
    window = NSWindow(
      contentRect: webView.frame, styleMask: [.titled, .closable, .miniaturizable, .resizable], backing: .buffered,
      defer: false)
    super.init()
    window.title = title
    window.isReleasedWhenClosed = false  // it is ours
    window.contentView = webView
    window.delegate = self
    window.center()
    window.makeKeyAndOrderFront(nil)
    // A program of a terminal is behind it.
    NSApplication.shared.activate(ignoringOtherApps: true)
  }

  func windowWillClose(_ notification: Notification) {
    onClose()
  }
}
#endif
