/// The variant of `evaluateJavaScript` from which a call came.
///
/// Apple's two variants are one Objective-C method, so that overriding one of them catches the calls of both. In Swift
/// they are two methods. Each variant calls the other variant, in case a subclass overrides the other variant. A call
/// that came from the other variant goes to the engine.
private struct ScriptCaller {
  let webView: ObjectIdentifier
  let isAsync: Bool

  @TaskLocal static var current: ScriptCaller?

  static func isAsync(of webView: WKWebView) -> Bool? {
    current.flatMap { $0.webView == ObjectIdentifier(webView) ? $0.isAsync : nil }
  }
}

/// A script for `evaluateJavaScript`, which a subclass of the web view may override.
///
/// The value may retain the web view, because the value exists for one call only and the web view does not store it.
@MainActor
struct OverridableScript {
  private let webView: WKWebView
  private let text: String

  /// Creates a script for a call that no subclass has handled.
  init(_ text: String, in webView: WKWebView) {
    self.webView = webView
    self.text = text
  }

  /// Evaluates the script for the variant with a handler.
  func evaluate(_ completionHandler: (@MainActor (Any?, (any Error)?) -> Void)?) {
    guard isSubclassed, ScriptCaller.isAsync(of: webView) == nil else { return start(completionHandler) }
    Task.immediate {
      do {
        let caller = ScriptCaller(webView: ObjectIdentifier(webView), isAsync: false)
        let value = try await ScriptCaller.$current.withValue(caller) { try await webView.evaluateJavaScript(text) }
        completionHandler?(value, nil)
      } catch {
        completionHandler?(nil, error)
      }
    }
  }

  /// Evaluates the script for the asynchronous variant.
  func evaluate() async throws -> Any? {
    try await ScriptCalls.value { completion in
      let handler: @MainActor (Any?, (any Error)?) -> Void = { value, error in
        completion(error.map { .failure($0) } ?? .success(value))
      }
      guard isSubclassed, ScriptCaller.isAsync(of: webView) == nil else { return start(handler) }
      let caller = ScriptCaller(webView: ObjectIdentifier(webView), isAsync: true)
      ScriptCaller.$current.withValue(caller) { webView.evaluateJavaScript(text, completionHandler: handler) }
    }
  }

  private var isSubclassed: Bool { type(of: webView) != WKWebView.self }

  private func start(_ completionHandler: (@MainActor (Any?, (any Error)?) -> Void)?) {
    webView.scripts.evaluate(text, in: .page) { result in
      switch result {
      case .success(let value): completionHandler?(value, nil)
      case .failure(let error): completionHandler?(nil, error)
      }
    }
  }
}
