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

  /// Returns the position of the current frame in the page's view. Leads the engine through all frames, because a frame of
  /// another origin does not know its position.
  func frameOffset() async throws -> Point {
    guard !frames.isEmpty else { return Point(x: 0, y: 0) }
    var offset = Point(x: 0, y: 0)
    try await engine.command("POST", "/frame", ["id": .null])
    for frame in frames {
      offset = offset + Self.point(try await engine.call(.frameOffset, [elementReference(frame)]))
      try await engine.command("POST", "/frame", ["id": elementReference(frame)])
    }
    return offset
  }

  /// Reads a point of a script's result.
  static func point(_ value: JSONValue) -> Point {
    Point(x: value["x"]?.numberValue ?? 0, y: value["y"]?.numberValue ?? 0)
  }
}
