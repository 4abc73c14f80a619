#if canImport(AppKit)
import AppKit
import WebKit

/// A window that shows a page, on macOS.
@MainActor final class PageWindow: NSObject, NSWindowDelegate {
  /// The windows that the user has not closed, including minimized ones.
  private(set) static var open: [PageWindow] = []

  /// A function that is called when the window is closed.
  var onClose: () -> Void = {}
  private let window: NSWindow

  init(_ webView: WKWebView, title: String) {
    window = NSWindow(
      contentRect: webView.frame, styleMask: [.titled, .closable, .miniaturizable, .resizable], backing: .buffered,
      defer: false)
    super.init()
    window.title = title
    window.isReleasedWhenClosed = false  // this object owns the window
    window.contentView = webView
    window.delegate = self
    window.center()
    window.makeKeyAndOrderFront(nil)
    Self.open.append(self)
    // Without activation, the window of a program that was started in a terminal would stay behind the terminal.
    if #available(macOS 14, *) {
      NSApplication.shared.activate()
    } else {
      NSApplication.shared.activate(ignoringOtherApps: true)
    }
  }

  /// Closes all windows, as the user would do.
  static func closeAll() {
    for each in open { each.window.close() }
  }

  func windowWillClose(_ notification: Notification) {
    Self.open.removeAll { $0 === self }
    onClose()
  }
}
#endif
