import CausewayJSON
import Foundation
import WebKit

/// The scripts that run in a page.
extension PageSession {
  /// The result of a script.
  enum ScriptResult {
    /// The script's value as JSON, or the word `undefined`.
    case value(String)
    /// The error that the script threw, as JSON.
    case rejection(String)
  }

  /// Runs the command's own statements in the page, as the body of an async function.
  func run(_ source: String) async throws -> ScriptResult {
    let result = await run(source, address: location.url.absoluteString)
    if let failure { throw failure }
    return result
  }

  /// Runs a part of a script in the page, as the body of an async function.
  ///
  /// - Parameter index: the index of the script.
  /// - Returns: The value; nil if the part has navigated to another page, on which the next part of the script runs.
  /// - Throws: ``PageError`` if the web view leaves the page before the last part has ended.
  func run(_ part: RunScript.Part, of script: RunScript, at index: Int) async throws -> ScriptResult? {
    let loads = endedLoads
    let begun = startedLoads
    abandonedNavigation = nil
    let address = pages.address(ofScript: script.name, at: index)
    let result = await run(part.source, address: address)
    if let failure { throw failure }
    if part.leavesPage {
      if case .rejection(let reason) = result, startedLoads == begun {
        return .rejection(ScriptError.json(reason, script: script.name, address: address))
      }
      try await waitForPage(after: loads)
      return nil
    }
    guard case .rejection(let reason) = result else { return result }
    guard startedLoads == begun || reason.contains("\"stack\":") else {
      throw PageError(
        "\(script.name): the page went to \(webView.url?.absoluteString ?? "another page") while the script ran. To "
          + "continue there, put the line \"\(RunScript.divider)\" between what runs on each page")
    }
    return .rejection(ScriptError.json(reason, script: script.name, address: address))
  }

  /// Runs statements as the body of an async function. They begin in the function's second line, so that calls from its
  /// first line can be recognized as the command's own.
  private func run(_ source: String, address: String) async -> ScriptResult {
    let body = "return await window.__causewayRun(async () => {\n\(source)\n});"
    let text: Any?
    do {
      #if os(Linux)
      text = try await webView.callAsyncJavaScript(body, address: address, contentWorld: .page)
      #else
      text = try await webView.callAsyncJavaScript(body, contentWorld: .page)
      #endif
    } catch {
      let message =
        ((error as NSError).userInfo["WKJavaScriptExceptionMessage"] as? String) ?? error.localizedDescription
      return .rejection(Self.reason(message).json)
    }
    guard let text = text as? String else { return .rejection(#"{"name":"ScriptError","message":"no result"}"#) }
    return text.hasPrefix("v") ? .value(String(text.dropFirst())) : .rejection(String(text.dropFirst()))
  }

  /// Waits for the end of a load that began after the first `loads` loads.
  ///
  /// - Throws: ``PageError`` if the load failed, or left the page where it is.
  private func waitForPage(after loads: Int) async throws {
    var loads = loads
    while true {
      while endedLoads == loads {
        isUnderWay = true
        try await waitForLoad()
      }
      guard let abandonedNavigation else { return }
      // The page may have requested another navigation since.
      isUnderWay = webView.isLoading
      loads = endedLoads
      await noticeNavigation()
      if !isUnderWay, endedLoads == loads { throw abandonedNavigation }
    }
  }

  /// Converts an exception's text, such as `SyntaxError: …`, to the JSON form of a rejection.
  private static func reason(_ text: String) -> JSONValue {
    let parts = text.split(separator: ": ", maxSplits: 1).map(String.init)
    guard parts.count == 2, parts[0].hasSuffix("Error"), !parts[0].contains(" ") else {
      return ["name": "ScriptError", "message": .string(text)]
    }
    return ["name": .string(parts[0]), "message": .string(parts[1])]
  }
}
