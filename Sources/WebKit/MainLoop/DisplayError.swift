/// There is no display: neither Wayland nor X11 answers, and WebKitGTK cannot work without.
public struct DisplayError: Error, CustomStringConvertible, Sendable {
  /// What to do about it.
  public var description: String {
    "WebKit needs a display: set WAYLAND_DISPLAY or DISPLAY, or run the program under xvfb-run."
  }
}
