import Foundation
import WebKit

/// The display on which web views are: that of the session, or one of our own that nobody sees.
enum Display {
  /// Makes sure that there is a display.
  ///
  /// - Parameter headless: start one of our own if there is none. It ends with this process.
  @MainActor static func prepare(headless: Bool) throws {
    #if os(Linux)
    let environment = ProcessInfo.processInfo.environment
    let isThere = ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0]?.isEmpty == false }
    if headless { quiet() }
    if !isThere {
      guard headless else { throw DisplayFailure.none }
      setenv("DISPLAY", try startXvfb(), 1)
      setenv("GDK_BACKEND", "x11", 1)
    }
    try GLibMainLoop.start()
    #endif
  }

  #if os(Linux)
  /// Nobody looks, so the desktop's services (accessibility, session bus) are not looked for, nor missed aloud.
  @MainActor private static func quiet() {
    StandardError.hideRemarks()
    setenv("GTK_A11Y", "none", 0)
    setenv("NO_AT_BRIDGE", "1", 0)
    setenv("DBUS_SESSION_BUS_ADDRESS", "disabled:", 0)
  }

  /// Starts Xvfb and gives the name of its display.
  private static func startXvfb() throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // It writes its number when it is ready, and ends when the last client is gone, whatever happens to us.
    process.arguments = ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp", "-terminate"]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    do {
      try process.run()
    } catch {
      throw DisplayFailure.xvfb("\(error.localizedDescription)")
    }
    let number = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    guard !number.isEmpty else { throw DisplayFailure.xvfb("it ended at once; is the package xvfb installed?") }
    return ":\(number)"
  }
  #endif
}

/// There is no display.
enum DisplayFailure: Error, CustomStringConvertible {
  case none
  case xvfb(String)

  var description: String {
    switch self {
    case .none: "there is no display; use --headless, or set DISPLAY"
    case .xvfb(let reason): "the display server Xvfb could not be started: \(reason)"
    }
  }
}
