import CausewayHTTP
import CausewayJSON

/// The commands that leave the page.
extension DriverSession {
  /// Opens a page, as the specification's Navigate To says.
  ///
  /// - Throws: ``WebDriverError``: `invalid argument` for a text that is no absolute URL, and `unknown error` with the
  ///   reason if the page could not be loaded.
  func navigate(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard let url = try Self.parameters(request)["url"]?.stringValue else {
      throw WebDriverError.invalidArgument("url: it must be a string")
    }
    guard AbsoluteURL.isValid(url) else {
      throw WebDriverError.invalidArgument("url: \"\(url)\" is not an absolute URL, such as https://example.com/")
    }
    return try await load(request, url: url)
  }

  /// Lets the engine's driver load a page. That driver itself reports no failure of a navigation.
  ///
  /// - Parameter url: the page; nil for the same one, or one of the history.
  func load(_ request: HTTPRequest, url: String? = nil) async throws -> HTTPResponse {
    _ = try await app.request(.beginNavigation)
    let response = try await forward(request)
    guard response.status == 200 else { return response }
    frames = []
    // Without a load, there is nothing to know yet.
    guard pageLoadStrategy != "none" else { return response }
    let parameters: JSONObject = url.map { ["url": .string($0)] } ?? [:]
    if let reason = try await app.request(.navigationFailure, parameters).stringValue {
      throw WebDriverError(.unknownError, "the page could not be loaded: \(reason)")
    }
    return response
  }

  /// Waits until the page is loaded that a click has opened, as the page load strategy says. The app knows by then
  /// whether there is one.
  func awaitLoad() async throws {
    // With the other strategies, the engine's driver waits before the next command.
    guard pageLoadStrategy == "normal" else { return }
    let result = try await app.request(.awaitLoad, ["timeout": .number(Double(pageLoadTimeout))])
    if result["isLoaded"]?.boolValue == false {
      throw WebDriverError(
        .timeout, "the page that the click has opened was not loaded within \(pageLoadTimeout) ms")
    }
    if result["isReplaced"]?.boolValue == true, result["hasDialog"]?.boolValue == false { try await leaveClosedFrame() }
  }

  /// Switches to the page if the current frame is gone, because a link in it has replaced the page around it.
  private func leaveClosedFrame() async throws {
    guard !frames.isEmpty else { return }
    do {
      _ = try await engine.call(.viewport, [])
    } catch let refusal as EngineDriver.Refusal
      where [.noSuchWindow, .noSuchFrame].contains(refusal.answer.errorCode)
    {
      try await engine.command("POST", "/frame", ["id": .null])
      frames = []
    }
  }
}
