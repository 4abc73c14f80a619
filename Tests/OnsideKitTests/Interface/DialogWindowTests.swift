#if os(Linux)
import CWebKitGTK
import CausewayGTK
import WebKit
import WebTestSupport
import XCTest

/// The height of a dialog window.
final class DialogWindowTests: XCTestCase {
  @MainActor func testContentThatGrowsWhileTheWindowShrinksIsNotCutOff() async throws {
    try GLibMainLoop.start()
    let dialog = DialogWindow(title: "Height", width: 400)
    defer { dialog.close() }
    dialog.setContent(Self.content(height: 500))
    dialog.show(before: nil, focus: nil)
    try await eventually("the window is painted") { dialog.isSeen && gtk_widget_get_height(dialog.widget) >= 500 }
    let first = gtk_widget_get_height(dialog.widget)

    let content = Self.content(height: 200)
    dialog.setContent(content)
    var heightAtGrowth: gint?
    whenSizeIsRequested(by: dialog) {
      heightAtGrowth = gtk_widget_get_height(dialog.widget)
      gtk_widget_set_size_request(content, -1, 300)
      dialog.update()
    }
    try await eventually("the window has the height of its content") {
      gtk_widget_get_height(dialog.widget) == first - 200
    }
    XCTAssertEqual(heightAtGrowth, first)
  }

  @MainActor private static func content(height: gint) -> Widget {
    let content = Widgets.column()
    gtk_widget_set_size_request(content, -1, height)
    return content
  }

  /// Calls a body once, after GTK has requested a size from X11 and before X11 has answered.
  @MainActor private func whenSizeIsRequested(by dialog: DialogWindow, _ body: @escaping @MainActor () -> Void) {
    let computed: @convention(c) (gpointer, gpointer, gpointer) -> Void = { _, _, data in
      MainActor.assumeIsolated { Unmanaged<ClosureBox>.fromOpaque(data).takeUnretainedValue().body() }
    }
    let idle: @convention(c) (gpointer?) -> gboolean = { data in
      MainActor.assumeIsolated { data.map { Unmanaged<ClosureBox>.fromOpaque($0).takeUnretainedValue().body() } }
      return 0
    }
    var isComputed = false
    cwk_signal_connect(
      gpointer(gtk_native_get_surface(dialog.widget.opaque)), "compute-size",
      unsafeBitCast(computed, to: GCallback.self),
      ClosureBox.retained {
        guard !isComputed else { return }
        isComputed = true
        // GTK sends the request after this signal. A source of this priority runs before the events from X11.
        g_idle_add_full(G_PRIORITY_HIGH, idle, ClosureBox.retained(body)) { data in
          if let data { Unmanaged<ClosureBox>.fromOpaque(data).release() }
        }
      }, ClosureBox.release)
    g_main_context_wakeup(nil)
  }
}
#endif
