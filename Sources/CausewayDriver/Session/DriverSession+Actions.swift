import CausewayJSON
import Foundation

/// The commands Perform Actions and Release Actions, and the input that all commands send.
extension DriverSession {
  /// Performs actions, one tick after the other.
  func perform(_ sequence: ActionSequence) async throws {
    // The call fails if a dialog is open.
    let view = try await engine.call(.viewport, [])
    let size = Point(x: view["width"]?.numberValue ?? 0, y: view["height"]?.numberValue ?? 0)
    try await beginInput()
    for tick in sequence.ticks { try await perform(tick, in: size) }
  }

  private func perform(_ tick: ActionTick, in size: Point) async throws {
    var timeline = TickTimeline(duration: tick.duration)
    for item in tick.items {
      switch item.action {
      case .pause: break
      case .key(let key, let isDown): timeline.add(.key(key, source: item.source, isDown: isDown))
      case .pointer(let button, let isDown): timeline.add(.button(button, source: item.source, isDown: isDown))
      case .move(let point, let origin):
        let start = input.position(of: item.source)
        let end = try await target(point, from: origin, pointer: start, in: size)
        timeline.addMove(from: start, to: end, source: item.source, duration: item.duration ?? tick.duration)
      case .scroll(let point, let origin, let delta):
        timeline.add(.wheel(try await target(point, from: origin, pointer: Point(x: 0, y: 0), in: size), by: delta))
      }
    }
    let start = ContinuousClock.now
    var sent: [InputStep] = []
    for entry in timeline.sorted {
      try await Task.sleep(until: start + .milliseconds(entry.time))
      if send(entry.step, view: size) { sent.append(entry.step) }
    }
    try await Task.sleep(until: start + .milliseconds(timeline.duration))
    // The next tick must find the page as this one leaves it, for example an element that a click has moved.
    try await settle(sent)
  }

  /// Returns the point of the page's view to which an action goes.
  private func target(
    _ point: Point, from origin: ActionOrigin, pointer: Point, in size: Point
  ) async throws -> Point {
    let start =
      switch origin {
      case .viewport: Point(x: 0, y: 0)
      case .pointer: pointer - (try await pointInWindow(Point(x: 0, y: 0), in: .anyPlace))
      case .element(let id): Self.point(try await engine.call(.center, [elementReference(id)]))
      }
    let target = start + point
    guard target.x >= 0, target.y >= 0, target.x < size.x, target.y < size.y else {
      throw WebDriverError(
        .moveTargetOutOfBounds,
        "the point (\(target.x), \(target.y)) is outside the view, which is \(size.x) wide and \(size.y) high")
    }
    return try await pointInWindow(target, in: .view)
  }

  /// Releases everything that actions hold down.
  func releaseActions() async throws {
    _ = try await engine.call(.viewport, [])
    try await beginInput()
    let sent = input.release.filter { send($0) }
    input.reset()
    try await settle(sent)
  }

  // MARK: Input

  /// Prepares the app and the display for input. The caller has made sure that no dialog is open.
  func beginInput() async throws {
    _ = try await app.request(.beginInput)
    display.focus()
  }

  /// Sends a step to the display.
  ///
  /// - Parameter view: the size of the current frame, for the wheel.
  /// - Returns: false for a step without effect, of which the page gets no event.
  @discardableResult func send(_ step: InputStep, view: Point = Point(x: 0, y: 0)) -> Bool {
    let isShifted = input.isShifted
    guard input.apply(step) else { return false }
    switch step {
    case .key(let key, let source, let isDown):
      let held = InputState.Held.key(key, source: source)
      let code = codes.removeValue(forKey: held) ?? display.code(of: key, isShifted: isShifted)
      if isDown {
        codes[held] = code
        display.press(code)
      } else {
        display.release(code)
      }
    case .button(let button, let source, let isDown):
      // The sources share the display's pointer, which a wheel or another source may have moved.
      let position = input.position(of: source)
      if pointer != position { movePointer(to: position) }
      if isDown { display.press(button: button) } else { display.release(button: button) }
    case .move(let point, _): movePointer(to: point)
    case .wheel(let point, let delta):
      movePointer(to: point)
      display.turnWheel((x: Self.notches(delta.x, in: view.x), y: Self.notches(delta.y, in: view.y)))
    }
    return true
  }

  private func movePointer(to point: Point) {
    pointer = point
    display.move(to: point)
  }

  /// Returns the number of notches for a distance in CSS pixels: at least one for any distance.
  ///
  /// - Parameter length: the length of the view, on which the distance of one notch depends in WebKitGTK.
  static func notches(_ distance: Double, in length: Double) -> Int {
    let notch = max(1, pow(length, 2.0 / 3))
    let count = Int((distance / notch).rounded())
    return count == 0 && distance != 0 ? (distance > 0 ? 1 : -1) : count
  }

  /// Waits until the page has processed the input.
  ///
  /// - Parameter isReported: whether the events reach the page. Events for a disabled control do not.
  /// - Returns: what the page did with the input.
  @discardableResult func settle(_ steps: [InputStep], isReported: Bool = true) async throws -> InputResult {
    var (reports, frames, moves) = (0, 0, 0)
    for step in steps {
      switch step {
      case .key: reports += 1
      case .button: if isReported { reports += 1 } else { frames += 1 }
      case .wheel: frames += 1
      case .move: moves = 1  // the engine joins movements that follow each other
      }
    }
    // The event of a button follows the movements before it.
    if reports == 0 { frames += moves }
    let result = try await app.request(
      .settle, ["reports": .number(Double(reports)), "frames": .number(Double(frames))])
    return InputResult(
      wasPressed: result["wasPressed"]?.boolValue ?? false, hasDialog: result["hasDialog"]?.boolValue ?? false)
  }
}

/// What a page did with the input.
struct InputResult: Hashable, Sendable {
  /// Whether the page got a press of a button.
  let wasPressed: Bool
  /// Whether the page has opened a dialog.
  let hasDialog: Bool
}
