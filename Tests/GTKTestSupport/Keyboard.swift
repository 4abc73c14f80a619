import CWebKitGTK
import CausewayGTK
import Foundation

/// A real keyboard, whose keys the program `xdotool` sends to the X server (XTEST), as if a user pressed them.
@MainActor package enum Keyboard {
  /// Gives a window the keyboard focus, because the tests run without a window manager that would do this.
  package static func take(_ title: String) throws {
    try xdotool("search", "--sync", "--onlyvisible", "--name", "^\(title)$", "windowfocus")
  }

  /// Presses and releases a key, such as `Tab` or `Return`.
  package static func press(_ key: String) throws {
    try xdotool("key", "--clearmodifiers", key)
  }

  /// Types a text.
  package static func type(_ text: String) throws {
    try xdotool("type", "--clearmodifiers", text)
  }

  /// The error of a call of `xdotool` that failed.
  package struct Failure: Error {
    let arguments: [String]
    /// The output on standard error.
    let reason: String

    fileprivate init(arguments: [String], reason: String) {
      self.arguments = arguments
      self.reason = reason
    }
  }

  private static func xdotool(_ arguments: String...) throws { try run(arguments) }

  fileprivate static func run(_ arguments: [String]) throws {
    // A search looks at all windows, and fails if one closes at the same time, such as that of an earlier test.
    for _ in 0..<20 {
      guard let reason = try failure(arguments) else { return }
      guard arguments.first == "search", reason.contains("BadWindow") else {
        throw Failure(arguments: arguments, reason: reason)
      }
    }
    throw Failure(arguments: arguments, reason: "windows closed during each of 20 searches")
  }

  /// Runs `xdotool`. Returns its output on standard error if it fails; nil if it succeeds.
  private static func failure(_ arguments: [String]) throws -> String? {
    let (process, errors) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/xdotool")
    process.arguments = arguments
    process.standardError = errors
    try process.run()
    let output = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? nil : String(decoding: output, as: UTF8.self)
  }
}

/// A real pointer, which `xdotool` moves.
@MainActor package enum Pointer {
  /// Clicks at a position of a widget, in the widget's coordinates.
  package static func click(at x: Double, _ y: Double, of widget: Widget, in window: Widget) throws {
    var place = graphene_point_t(x: Float(x), y: Float(y))
    var inWindow = graphene_point_t()
    guard gtk_widget_compute_point(widget, window, &place, &inWindow) != 0 else {
      throw Keyboard.Failure(arguments: ["compute_point"], reason: "the widget is not in the window")
    }
    // Add the transform of the surface, because the window's surface includes the window's shadow.
    var (left, top) = (0.0, 0.0)
    gtk_native_get_surface_transform(window.opaque, &left, &top)
    let title = gtk_window_get_title(window.cast(to: GtkWindow.self)).map { String(cString: $0) } ?? ""
    try Keyboard.run([
      "search", "--sync", "--onlyvisible", "--name", "^\(title)$", "mousemove", "--window", "%1",
      "\(Int(Double(inWindow.x) + left))", "\(Int(Double(inWindow.y) + top))", "click", "1",
    ])
  }
}

extension OnScreen {
  /// Returns the widget that has the focus in a window; nil if none has it.
  package static func focus(in window: Widget) -> Widget? {
    gtk_window_get_focus(window.cast(to: GtkWindow.self))
  }
}
