import CausewayHTTP
import CausewayJSON

/// The commands that leave the page.
extension DriverSession {
  /// Opens a page, as the specification's Navigate To says.
  ///
  /// - Throws: ``WebDriverError``: `invalid argument` for a text that is no absolute URL, and `unknown error` with the reason
  ///   if the page could not be loaded.
  func navigate(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard let url = try Self.parameters(request)["url"]?.stringValue else {
      throw WebDriverError.invalidArgument("url: it must be a string")
    }
    guard AbsoluteURL.isValid(url) else {
      throw WebDriverError.invalidArgument("url: \"\(url)\" is not an absolute URL, such as https://example.com/")
    }
    let response = try await load(request)
    // The engine shows a blank page without an error if the URL has a port that pages must not use.
    if response.status == 200, !url.lowercased().hasPrefix("about:"), pageLoadStrategy != "none",
      try await engine.command("GET", "/url") == "about:blank"
    {
      throw WebDriverError(
        .unknownError, "the page could not be loaded: the engine refuses \(url); if it has a port, use another one")
    }
    return response
  }

  /// Lets the engine's driver load a page. That driver itself reports no failure of a navigation.
  func load(_ request: HTTPRequest) async throws -> HTTPResponse {
    _ = try await app.request(.beginNavigation)
    let response = try await forward(request)
    guard response.status == 200 else { return response }
    frames = []
    if let reason = try await app.request(.navigationFailure).stringValue {
      throw WebDriverError(.unknownError, "the page could not be loaded: \(reason)")
    }
    return response
  }

  /// Waits until the page is loaded that a click has opened, as the page load strategy says. The app knows by then whether
  /// there is one.
  func awaitLoad() async throws {
    // With the other strategies, the engine's driver waits before the next command.
    guard pageLoadStrategy == "normal" else { return }
    let result = try await app.request(.awaitLoad, ["timeout": .number(Double(pageLoadTimeout))])
    if result["isLoaded"]?.boolValue == false {
      throw WebDriverError(
        .timeout, "the page that the click has opened was not loaded within \(pageLoadTimeout) ms")
    }
  }
}
