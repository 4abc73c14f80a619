import CWebKitGTK

/// The functions with which WebDriver waits for input that it has sent through the display.
extension WKWebView {
  /// Gives the web view the keyboard's focus in its window.
  package func grabFocus() {
    gtk_widget_grab_focus(widget.gtk)
  }

  /// Waits until the window has passed on all input that the display had before this call.
  ///
  /// GTK delivers the movements of the pointer once for each frame, so this takes two frames.
  package func flushInput() async {
    guard gtk_widget_get_mapped(widget.gtk) != 0 else { return }
    gdk_display_sync(gtk_widget_get_display(widget.gtk))
    for _ in 0..<2 { await nextFrame() }
  }

  /// Waits for the next frame of the window.
  private func nextFrame() async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      GLibPump.shared.wake()
      let tick: GtkTickCallback = { _, _, data in
        MainActor.assumeIsolated { Unmanaged<FrameWaiter>.fromOpaque(data!).takeUnretainedValue().end() }
        return 0
      }
      gtk_widget_add_tick_callback(
        widget.gtk, tick, Unmanaged.passRetained(FrameWaiter(continuation)).toOpaque(),
        { data in
          MainActor.assumeIsolated {
            // The widget may be gone before its next frame.
            let waiter = Unmanaged<FrameWaiter>.fromOpaque(data!)
            waiter.takeUnretainedValue().end()
            waiter.release()
          }
        })
    }
  }
}

/// A task that waits for a frame.
@MainActor private final class FrameWaiter {
  private var continuation: CheckedContinuation<Void, Never>?

  init(_ continuation: CheckedContinuation<Void, Never>) {
    self.continuation = continuation
  }

  func end() {
    continuation?.resume()
    continuation = nil
  }
}
