import CWebKitGTK
import CausewayGTK
import Foundation

/// A real keyboard: its keys reach the X server as a person's do (XTEST, by the program `xdotool`).
@MainActor package enum Keyboard {
  /// Gives a window the keyboard. There is no window manager that would.
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

  /// `xdotool` did not do it.
  package struct Failure: Error {
    let arguments: [String]
    let status: Int32
  }

  private static func xdotool(_ arguments: String...) throws {
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

extension OnScreen {
  /// What has the focus in a window: the button of this text, or the field; nil for nothing.
  package static func focus(in window: Widget) -> Widget? {
    gtk_window_get_focus(window.cast(to: GtkWindow.self))
  }
}
