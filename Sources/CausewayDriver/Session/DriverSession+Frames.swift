import CausewayJSON

/// The frames of a page. The engine gives positions in the current frame, and the display needs those in the window.
extension DriverSession {
  /// Switches to a frame of the current one, or to the page itself.
  func switchToFrame(_ parameters: JSONObject) async throws {
    guard let id = parameters["id"] else { throw WebDriverError.invalidArgument("id: it is missing") }
    switch id {
    case .null:
      try await engine.command("POST", "/frame", ["id": .null])
      frames = []
    case .number(let number):
      guard number >= 0, number <= 65_535, number == number.rounded() else {
        throw WebDriverError.invalidArgument("id: it must be an integer from 0 to 65535, an element, or null")
      }
      let element = try await engine.call(.frameElement, [id])
      guard let reference = element[elementKey]?.stringValue else {
        throw WebDriverError(.noSuchFrame, "the current frame has no frame with the index \(Int(number))")
      }
      try await enter(reference)
    default:
      guard let reference = id[elementKey]?.stringValue else {
        throw WebDriverError.invalidArgument("id: it must be an integer, an element, or null")
      }
      try await enter(reference)
    }
  }

  private func enter(_ frame: String) async throws {
    try await engine.command("POST", "/frame", ["id": elementReference(frame)])
    frames.append(frame)
  }

  /// A condition that a point of the current frame must meet in each page around the frame.
  enum PointCondition: String {
    /// Nothing.
    case anyPlace
    /// The point is in the view.
    case view
    /// Input at the point reaches the frame. The page is scrolled if necessary.
    case reached
  }

  /// Returns the position of a point of the current frame in the page's view. Leads the engine through all pages around
  /// the frame, because a frame of another origin does not know its position.
  ///
  /// - Throws: ``WebDriverError`` if the condition does not hold in one of the pages.
  func pointInWindow(_ point: Point, in condition: PointCondition) async throws -> Point {
    var point = point
    guard !frames.isEmpty else { return point }
    var place = frames.endIndex
    do {
      while place > 0 {
        try await engine.command("POST", "/frame/parent", [:])
        place -= 1
        let arguments: [JSONValue] = [
          elementReference(frames[place]), .number(point.x), .number(point.y), .string(condition.rawValue),
        ]
        let found = try await engine.call(.pointOfFrame, arguments)
        if let error = Self.error(found) { throw error }
        point = Self.point(found)
      }
    } catch {
      // Later commands must act in the client's frame. An error on the way back has the same cause, so it is ignored.
      try? await enterFrames(from: place)
      throw error
    }
    try await enterFrames(from: place)
    return point
  }

  /// Switches the engine to the client's frame, from the page that contains the frame with this index.
  private func enterFrames(from place: Int) async throws {
    for frame in frames[place...] { try await engine.command("POST", "/frame", ["id": elementReference(frame)]) }
  }

  /// Returns the error for a point that the script has not found; nil if it has found one.
  private static func error(_ found: JSONValue) -> WebDriverError? {
    switch found["kind"]?.stringValue {
    case "covered": .clickIntercepted(by: found["by"]?.stringValue ?? "")
    case "outside":
      WebDriverError(.moveTargetOutOfBounds, "the point is in a part of the frame that is outside the window's view")
    default: nil
    }
  }

  /// Reads a point of a script's result.
  static func point(_ value: JSONValue) -> Point {
    Point(x: value["x"]?.numberValue ?? 0, y: value["y"]?.numberValue ?? 0)
  }
}
