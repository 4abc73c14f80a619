/// The error for a missing display: WebKitGTK needs a display, and neither Wayland nor X11 answers.
public struct DisplayError: Error, CustomStringConvertible, Sendable {
  /// The remedy, for the user.
  public var description: String {
    "WebKit needs a display: set WAYLAND_DISPLAY or DISPLAY, or run the program under xvfb-run."
  }
}
