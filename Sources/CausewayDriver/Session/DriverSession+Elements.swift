import CausewayJSON
import Foundation

/// The commands that act on an element.
extension DriverSession {
  /// The id of the input source of the commands for elements.
  private static let source = ""

  /// Clicks on the center of an element, as the specification's Element Click says, and waits for the page that the
  /// click opens.
  ///
  /// - Throws: ``WebDriverError``: `element click intercepted` also if the page got no press, for example because a
  ///   part of the window that is not the page's took it.
  func click(_ element: String) async throws {
    guard let target = try await clickTarget(of: element) else { return }
    try await beginInput()
    let steps: [InputStep] = [
      .move(target.point, source: Self.source), .button(.left, source: Self.source, isDown: true),
      .button(.left, source: Self.source, isDown: false),
    ]
    for step in steps { send(step) }
    let result = try await settle(steps, isReported: !target.isDisabled)
    guard result.wasPressed || result.hasDialog || target.isDisabled else {
      throw WebDriverError(
        .elementClickIntercepted,
        "the page did not get the press at (\(target.point.x), \(target.point.y)) of its window")
    }
    if !result.hasDialog { try await awaitLoad() }
  }

  /// Waits until an element can be clicked, at most for the implicit wait.
  ///
  /// - Returns: the point in the page's view, and whether the element is disabled; nil if the click was done without
  ///   input.
  private func clickTarget(of element: String) async throws -> (point: Point, isDisabled: Bool)? {
    let end = ContinuousClock.now + .milliseconds(implicitWait)
    while true {
      let found = try await engine.call(.clickPoint, [elementReference(element)])
      let error: WebDriverError
      switch found["kind"]?.stringValue {
      case "point":
        do {
          let point = try await pointInWindow(Self.point(found), in: .reached)
          return (point, found["isDisabled"]?.boolValue ?? false)
        } catch let intercepted as WebDriverError where intercepted.code == .elementClickIntercepted {
          error = intercepted
        }
      case "option":
        try await choose(element)
        return nil
      case "file":
        throw WebDriverError.invalidArgument("an input for files cannot be clicked; send the files' paths as its keys")
      case "covered":
        error = .clickIntercepted(by: found["by"]?.stringValue ?? "")
      default:
        error = WebDriverError(
          .elementNotInteractable,
          "no part of the element is visible or takes clicks, also after it was scrolled into view")
      }
      guard ContinuousClock.now < end else { throw error }
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  /// Chooses an option of a list. A list's menu is not part of the page, so the page gets only the events of
  /// the choice.
  private func choose(_ option: String) async throws {
    try await beginInput()
    let result = try await engine.call(.choose, [elementReference(option)])
    if result["kind"]?.stringValue == "hidden" {
      throw WebDriverError(.elementNotInteractable, "the option's list is not visible")
    }
    try await settle([])
  }

  /// The result of the command Element Send Keys.
  enum KeysResult {
    case done
    /// The engine's driver must perform the command.
    case forwarded
  }

  /// Types a text into an element, as the specification's Element Send Keys says.
  func sendKeys(_ text: String, to element: String) async throws -> KeysResult {
    if let unknown = text.unicodeScalars.first(where: { !KeyTable.has($0) }) {
      throw WebDriverError.invalidArgument(
        "text: there is no key for the code point U+\(String(unknown.value, radix: 16, uppercase: true))")
    }
    // Give the window the display's focus first. Otherwise the element could not get the focus in the page.
    display.focus()
    let end = ContinuousClock.now + .milliseconds(implicitWait)
    while true {
      let result = try await engine.call(.prepareKeys, [elementReference(element), .string(text), .bool(isStrict)])
      switch result["kind"]?.stringValue {
      case "file":
        try Self.checkFiles(text)
        return .forwarded
      case "set": return .done
      case "invalid": throw WebDriverError.invalidArgument("text: \(result["reason"]?.stringValue ?? "")")
      case "keys":
        let steps = TypedText.steps(of: text, source: Self.source) { display.needsShift($0) }
        try await beginInput()
        try await type(steps)
        return .done
      default:
        guard ContinuousClock.now < end else {
          throw WebDriverError(
            .elementNotInteractable, "the element is not visible, or cannot get the keyboard's focus")
        }
        try await Task.sleep(for: .milliseconds(50))
      }
    }
  }

  /// Removes the text of an element, as the specification's Element Clear says.
  func clear(_ element: String) async throws {
    display.focus()
    let end = ContinuousClock.now + .milliseconds(implicitWait)
    while true {
      switch try await engine.call(.clear, [elementReference(element)])["kind"]?.stringValue {
      case "cleared": return
      case "fixed": throw WebDriverError(.invalidElementState, "the element has no text that a person can remove")
      default:
        guard ContinuousClock.now < end else {
          throw WebDriverError(.elementNotInteractable, "the element is not visible")
        }
        try await Task.sleep(for: .milliseconds(50))
      }
    }
  }

  /// Checks the paths of files for an input, of which the engine's driver says only that one is wrong.
  private static func checkFiles(_ text: String) throws(WebDriverError) {
    for path in text.split(separator: "\n") where !FileManager.default.fileExists(atPath: String(path)) {
      throw .invalidArgument("text: the file \(path) does not exist on the driver's machine")
    }
  }

  /// Sends the steps of a text, in parts for which the keyboard has enough keys.
  private func type(_ steps: [InputStep]) async throws {
    var part: [InputStep] = []
    for step in steps {
      if case .key(let key, _, true) = step, display.isFull(for: key, isShifted: input.isShifted) {
        try await settle(part)
        part = []
        display.releaseKeys(except: codes.values)
      }
      send(step)
      part.append(step)
    }
    try await settle(part)
  }
}
