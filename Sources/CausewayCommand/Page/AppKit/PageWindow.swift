#if canImport(AppKit)
import AppKit
import WebKit

/// A window with a page in it, on macOS.
@MainActor final class PageWindow: NSObject, NSWindowDelegate {
  /// Those that a person has not closed, minimised ones too.
  private(set) static var open: [PageWindow] = []

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
    Self.open.append(self)
    // A program of a terminal is behind it.
    if #available(macOS 14, *) {
      NSApplication.shared.activate()
    } else {
      NSApplication.shared.activate(ignoringOtherApps: true)
    }
  }

  /// Closes all of them, as a person does.
  static func closeAll() {
    for each in open { each.window.close() }
  }

  func windowWillClose(_ notification: Notification) {
    Self.open.removeAll { $0 === self }
    onClose()
  }
}
#endif
