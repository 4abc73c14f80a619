/// The variant of `evaluateJavaScript` from which a call came.
///
/// Apple's two variants are one Objective-C method, so that overriding one of them catches the calls of both. In Swift
/// they are two methods. Each of them calls the other, in case a subclass overrides that one. A call that came from the
/// other variant goes on to the engine.
private struct ScriptCaller {
  let webView: ObjectIdentifier
  let isAsync: Bool

  @TaskLocal static var current: ScriptCaller?

  static func isAsync(of webView: WKWebView) -> Bool? {
    current.flatMap { $0.webView == ObjectIdentifier(webView) ? $0.isAsync : nil }
  }
}

extension WKWebView {
  private var isSubclassed: Bool { type(of: self) != WKWebView.self }

  /// The variant with a handler, for a call that no subclass has handled.
  func evaluate(_ script: String, _ completionHandler: (@MainActor (Any?, (any Error)?) -> Void)?) {
    guard isSubclassed, ScriptCaller.isAsync(of: self) == nil else { return start(script, completionHandler) }
    Task.immediate {
      do {
        let caller = ScriptCaller(webView: ObjectIdentifier(self), isAsync: false)
        let value = try await ScriptCaller.$current.withValue(caller) { try await self.evaluateJavaScript(script) }
        completionHandler?(Self.flattened(value), nil)
      } catch {
        completionHandler?(nil, error)
      }
    }
  }

  /// The asynchronous variant, for a call that no subclass has handled.
  func evaluate(_ script: String) async throws -> Any {
    let value = try await value { completion in
      let handler: @MainActor (Any?, (any Error)?) -> Void = { value, error in
        completion(error.map { .failure($0) } ?? .success(value))
      }
      guard isSubclassed, ScriptCaller.isAsync(of: self) == nil else { return start(script, handler) }
      let caller = ScriptCaller(webView: ObjectIdentifier(self), isAsync: true)
      ScriptCaller.$current.withValue(caller) { evaluateJavaScript(script, completionHandler: handler) }
    }
    return value.bridged
  }

  private func start(_ script: String, _ completionHandler: (@MainActor (Any?, (any Error)?) -> Void)?) {
    evaluate(script, in: .page) { result in
      switch result {
      case .success(let value): completionHandler?(value, nil)
      case .failure(let error): completionHandler?(nil, error)
      }
    }
  }

  /// Converts the value of the asynchronous variant for a handler: an empty optional in the `Any`, for `undefined`,
  /// becomes nil.
  private static func flattened(_ value: Any) -> Any? {
    let optional: Any?? = cast(value)
    return optional ?? nil
  }

  private static func cast<Value>(_ value: Any) -> Value? { value as? Value }
}
