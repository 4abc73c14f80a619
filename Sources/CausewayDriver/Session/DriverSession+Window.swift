import CausewayJSON

/// The commands about the session's window. The display has no window manager, so the driver itself places the window.
extension DriverSession {
  /// Returns the window's rectangle, in CSS pixels of the screen.
  func windowRectangle() throws(WebDriverError) -> JSONValue {
    guard let rectangle = display.windowRectangle else {
      throw WebDriverError(.noSuchWindow, "the session's window is closed")
    }
    return rectangle.json
  }

  /// Moves and resizes the window, as the specification's Set Window Rect says. A size beyond the screen becomes that
  /// of the screen.
  func setWindowRectangle(_ parameters: JSONObject) async throws -> JSONValue {
    let edge = Double(Int32.max)
    let (width, height) = (
      try parameters.integer("width", in: 0...edge), try parameters.integer("height", in: 0...edge)
    )
    let (x, y) = (try parameters.integer("x", in: -edge...edge), try parameters.integer("y", in: -edge...edge))
    guard var rectangle = display.windowRectangle else {
      throw WebDriverError(.noSuchWindow, "the session's window is closed")
    }
    if let width, let height { (rectangle.width, rectangle.height) = (width, height) }
    if let x, let y { (rectangle.x, rectangle.y) = (x, y) }
    return try await place(rectangle)
  }

  /// Enlarges the window to the whole screen.
  func maximizeWindow() async throws -> JSONValue { try await place(display.screenRectangle) }

  /// Enlarges the window to the whole screen, and lets the page show its root element as the only one.
  func fullscreenWindow() async throws -> JSONValue {
    try await engine.command("POST", "/window/fullscreen", [:])
    return try await place(display.screenRectangle)
  }

  private func place(_ rectangle: WindowRectangle) async throws -> JSONValue {
    // The call fails if a dialog is open.
    _ = try await engine.call(.viewport, [])
    _ = try await app.request(.beginInput)
    display.place(rectangle)
    // The page knows its new size when it has drawn its next frames.
    try await settle([.wheel(Point(x: 0, y: 0), by: Point(x: 0, y: 0))])
    return try windowRectangle()
  }
}

/// The position and the size of the session's window, in CSS pixels of the screen.
struct WindowRectangle: Hashable, Sendable {
  var x: Int
  var y: Int
  var width: Int
  var height: Int

  var json: JSONValue {
    [
      "x": .number(Double(x)), "y": .number(Double(y)), "width": .number(Double(width)),
      "height": .number(Double(height)),
    ]
  }
}
