import CWebKitGTK

extension WKWebView {
  // MARK: evaluateJavaScript

  /// Runs a script in the main frame, in the page's world.
  public func evaluateJavaScript(
    _ javaScriptString: String, completionHandler: (@MainActor @Sendable (Any?, (any Error)?) -> Void)? = nil
  ) {
    evaluate(javaScriptString, in: .page) { result in
      switch result {
      case .success(let value): completionHandler?(value, nil)
      case .failure(let error): completionHandler?(nil, error)
      }
    }
  }

  /// Runs a script in the main frame, in a content world.
  public func evaluateJavaScript(
    _ javaScript: String, in frame: WKFrameInfo? = nil, in contentWorld: WKContentWorld,
    completionHandler: (@MainActor @Sendable (Result<Any, any Error>) -> Void)? = nil
  ) {
    guard isCurrentMainFrame(frame) else {
      completionHandler?(.failure(WKError(.javaScriptInvalidFrameTarget)))
      return
    }
    evaluate(javaScript, in: contentWorld) { completionHandler?($0.map { $0 ?? NSNull() }) }
  }

  /// Runs a script in the main frame and gives the value of its last statement; nil for `undefined`.
  @discardableResult
  public func evaluateJavaScript(_ javaScriptString: String) async throws -> Any? {
    try await value { evaluate(javaScriptString, in: .page, $0) }
  }

  /// Runs a script in the main frame, in a content world, and gives its value; nil for `undefined`.
  @discardableResult
  public func evaluateJavaScript(
    _ javaScript: String, in frame: WKFrameInfo? = nil, contentWorld: WKContentWorld
  ) async throws -> Any? {
    guard isCurrentMainFrame(frame) else { throw WKError(.javaScriptInvalidFrameTarget) }
    return try await value { evaluate(javaScript, in: contentWorld, $0) }
  }

  // MARK: callAsyncJavaScript

  /// Runs the body of an asynchronous function and gives what it resolves with.
  public func callAsyncJavaScript(
    _ functionBody: String, arguments: [String: Any] = [:], in frame: WKFrameInfo? = nil,
    in contentWorld: WKContentWorld,
    completionHandler: (@MainActor @Sendable (Result<Any, any Error>) -> Void)? = nil
  ) {
    guard isCurrentMainFrame(frame) else {
      completionHandler?(.failure(WKError(.javaScriptInvalidFrameTarget)))
      return
    }
    call(functionBody, arguments, in: contentWorld) { completionHandler?($0.map { $0 ?? NSNull() }) }
  }

  /// Runs the body of an asynchronous function and gives what it resolves with; nil for `undefined`.
  ///
  /// The arguments are visible in the body under their names: texts, numbers, booleans, `NSNull`, dates, and arrays and
  /// dictionaries of these.
  @discardableResult
  public func callAsyncJavaScript(
    _ functionBody: String, arguments: [String: Any] = [:], in frame: WKFrameInfo? = nil,
    contentWorld: WKContentWorld
  ) async throws -> Any? {
    guard isCurrentMainFrame(frame) else { throw WKError(.javaScriptInvalidFrameTarget) }
    return try await value { call(functionBody, arguments, in: contentWorld, $0) }
  }

  // MARK: The engine's calls

  /// WebKitGTK runs scripts in the main frame alone; a sub-frame is refused rather than mistaken for it.
  private func isCurrentMainFrame(_ frame: WKFrameInfo?) -> Bool {
    guard let frame else { return true }
    return frame.isMainFrame && frame.webView === self
  }

  private typealias Completion = (Result<Any?, any Error>) -> Void

  private func value(_ start: (@escaping (Result<Any?, any Error>) -> Void) -> Void) async throws -> Any? {
    let boxed: ScriptResult = try await withCheckedThrowingContinuation { continuation in
      start { continuation.resume(with: $0.map(ScriptResult.init)) }
    }
    return boxed.value
  }

  func evaluate(
    _ script: String, in world: WKContentWorld, _ completion: @escaping (Result<Any?, any Error>) -> Void
  ) {
    let end = scripts.begin(completion)
    asyncResult { callback, data in
      webkit_web_view_evaluate_javascript(widget, script, -1, world.engineName, nil, nil, callback, data)
    } _: { [widget] result in
      var error: UnsafeMutablePointer<GError>?
      let value = webkit_web_view_evaluate_javascript_finish(widget, result, &error)
      end(Self.result(value, &error))
    }
  }

  private func call(
    _ body: String, _ arguments: [String: Any], in world: WKContentWorld,
    _ completion: @escaping (Result<Any?, any Error>) -> Void
  ) {
    let names = arguments.keys.sorted()
    let script: String
    let text: String
    do {
      script = try arguments.isEmpty ? body : ScriptArguments.body(body, names: names)
      text = try ScriptArguments.text(names.compactMap { arguments[$0] })
    } catch {
      return completion(.failure(error))
    }
    let end = scripts.begin(completion)
    asyncResult { callback, data in
      let dictionary = g_variant_dict_new(nil)
      g_variant_dict_insert_value(dictionary, ScriptArguments.name, g_variant_new_string(text))
      webkit_web_view_call_async_javascript_function(
        widget, script, -1, g_variant_dict_end(dictionary), world.engineName, nil, nil, callback, data)
      g_variant_dict_unref(dictionary)
    } _: { [widget] result in
      var error: UnsafeMutablePointer<GError>?
      let value = webkit_web_view_call_async_javascript_function_finish(widget, result, &error)
      end(Self.result(value, &error))
    }
  }

  private static func result(
    _ value: OpaquePointer?, _ error: inout UnsafeMutablePointer<GError>?
  ) -> Result<Any?, any Error> {
    if let error = takeError(&error) {
      return .failure(WKError(.javaScriptExceptionOccurred, exceptionMessage: error.message))
    }
    guard let value else { return .failure(WKError(.unknown)) }
    defer { g_object_unref(UnsafeMutableRawPointer(value)) }
    return Result { try ScriptValue.read(value)?.base }
  }
}

/// Carries a script's result out of a continuation; both ends are on the main actor.
private struct ScriptResult: @unchecked Sendable {
  let value: Any?
}
