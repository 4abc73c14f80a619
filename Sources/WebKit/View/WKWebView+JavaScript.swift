extension WKWebView {
  // MARK: evaluateJavaScript

  /// Evaluates a script in a frame, in a content world.
  ///
  /// - Parameters:
  ///   - frame: the frame, from a message or a delegate call; nil for the main frame.
  ///   - completionHandler: takes the value of the last statement, an empty `Optional<Any>` for `undefined`, or a
  ///     ``WKError``.
  public func evaluateJavaScript(
    _ javaScript: String, in frame: WKFrameInfo? = nil, in contentWorld: WKContentWorld,
    completionHandler: (@MainActor (Result<Any, any Error>) -> Void)? = nil
  ) {
    scripts.evaluate(javaScript, in: frame, contentWorld) { completionHandler?($0.map(\.bridged)) }
  }

  /// Evaluates a script in a frame, in a content world. Returns the value of its last statement; nil for `undefined`.
  ///
  /// - Throws: ``WKError``.
  @discardableResult
  public func evaluateJavaScript(
    _ javaScript: String, in frame: WKFrameInfo? = nil, contentWorld: WKContentWorld
  ) async throws -> Any? {
    try await ScriptCalls.value { scripts.evaluate(javaScript, in: frame, contentWorld, $0) }
  }

  // MARK: callAsyncJavaScript

  /// Runs the body of an asynchronous function in a frame, in a content world.
  ///
  /// - Parameters:
  ///   - functionBody: the statements between the braces of the function.
  ///   - arguments: the function's arguments, by name: strings, numbers, `Bool`, `Date`, `NSNull`, and arrays and
  ///     dictionaries of these.
  ///   - frame: the frame, from a message or a delegate call; nil for the main frame.
  ///   - completionHandler: takes the value of the function's promise, an empty `Optional<Any>` for `undefined`, or a
  ///     ``WKError``. It is also called, with a ``WKError``, if the web view leaves the page before the function ends.
  public func callAsyncJavaScript(
    _ functionBody: String, arguments: [String: Any] = [:], in frame: WKFrameInfo? = nil,
    in contentWorld: WKContentWorld, completionHandler: (@MainActor (Result<Any, any Error>) -> Void)? = nil
  ) {
    scripts.call(functionBody, arguments, in: frame, contentWorld) { completionHandler?($0.map(\.bridged)) }
  }

  /// Runs the body of an asynchronous function in a frame, in a content world. Returns the value of its promise; nil
  /// for `undefined`.
  ///
  /// - Throws: ``WKError``, also if the web view leaves the page before the function ends.
  @discardableResult
  public func callAsyncJavaScript(
    _ functionBody: String, arguments: [String: Any] = [:], in frame: WKFrameInfo? = nil, contentWorld: WKContentWorld
  ) async throws -> Any? {
    try await ScriptCalls.value { scripts.call(functionBody, arguments, in: frame, contentWorld, $0) }
  }

  /// Runs the body of an asynchronous function in the main frame, as a script of the URL `address`. Stacks of errors show
  /// the URL, and the modules that the script imports are relative to it.
  ///
  /// - Throws: ``WKError``, also if the web view leaves the page before the function ends.
  package func callAsyncJavaScript(
    _ functionBody: String, address: String, contentWorld: WKContentWorld
  ) async throws -> Any? {
    try await ScriptCalls.value { scripts.call(functionBody, [:], in: contentWorld, address: address, $0) }
  }
}
