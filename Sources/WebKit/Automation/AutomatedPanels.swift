import CWebKitGTK

/// Handles the signals for panels of a web view that WebDriver controls.
@MainActor enum AutomatedPanels {
  /// Connects the signals. The connections do not retain the web view.
  static func connect(to webView: WKWebView, box: WeakWebView) -> [SignalConnection] {
    let dialog: @convention(c) (gpointer, OpaquePointer, gpointer) -> gboolean = { _, _, data in
      WeakWebView.with(data) { $0.onAutomatedDialog?() }
      // Return FALSE, because WebDriver reads and answers the engine's own dialogs. It chooses files itself, too.
      return 0
    }
    let contextMenu: @convention(c) (gpointer, OpaquePointer, OpaquePointer, gpointer) -> gboolean = { _, _, _, _ in
      // Show no menu, because it would take all further input, and the page gets its event anyway.
      1
    }
    let optionMenu: @convention(c) (gpointer, OpaquePointer, UnsafeMutableRawPointer, gpointer) -> gboolean = {
      _, menu, _, _ in
      // Show no menu, because it would take all further input, and WebDriver chooses an option without a menu.
      webkit_option_menu_close(menu)
      return 1
    }
    let colorChooser: @convention(c) (gpointer, OpaquePointer, gpointer) -> gboolean = { _, request, _ in
      // Show no window, because it would take all further input. WebDriver sets a color by Element Send Keys.
      webkit_color_chooser_request_cancel(request)
      return 1
    }
    return [
      webView.widget.connect("script-dialog", box: box, unsafeBitCast(dialog, to: GCallback.self)),
      webView.widget.connect("context-menu", box: box, unsafeBitCast(contextMenu, to: GCallback.self)),
      webView.widget.connect("show-option-menu", box: box, unsafeBitCast(optionMenu, to: GCallback.self)),
      webView.widget.connect("run-color-chooser", box: box, unsafeBitCast(colorChooser, to: GCallback.self)),
    ]
  }
}
