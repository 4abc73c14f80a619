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
    let status: Int32

    fileprivate init(arguments: [String], status: Int32) {
      self.arguments = arguments
      self.status = status
    }
  }

  private static func xdotool(_ arguments: String...) throws { try run(arguments) }

  fileprivate static func run(_ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/xdotool")
    process.arguments = arguments
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(arguments: arguments, status: process.terminationStatus)
    }
  }
}

/// A real pointer, which `xdotool` moves.
@MainActor package enum Pointer {
  /// Clicks at a position of a widget, in the widget's coordinates.
  package static func click(at x: Double, _ y: Double, of widget: Widget, in window: Widget) throws {
    var place = graphene_point_t(x: Float(x), y: Float(y))
    var inWindow = graphene_point_t()
    guard gtk_widget_compute_point(widget, window, &place, &inWindow) != 0 else {
      throw Keyboard.Failure(arguments: ["compute_point"], status: 1)
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
