import CWebKitGTK

/// GTK, which every web view needs: started with the first of them.
@MainActor enum GTK {
  private static let isReady = gtk_init_check() != 0

  /// Connects to the display and lets GLib run.
  static func start() {
    guard isReady else {
      fatalError(
        "WebKit needs a display, and none can be opened. Set DISPLAY or WAYLAND_DISPLAY, or run the program under "
          + "xvfb-run.")
    }
    GLibPump.shared.start()
  }
}
