extension WKWebView {
  // MARK: evaluateJavaScript

  /// Evaluates a script in a frame, in a content world.
  ///
  /// - Parameters:
  ///   - frame: the frame, as a message or a delegate call named it; nil for the main frame.
  ///   - completionHandler: takes the value of the last statement, an empty `Optional<Any>` for `undefined`, or a
  ///     ``WKError``.
  public func evaluateJavaScript(
    _ javaScript: String, in frame: WKFrameInfo? = nil, in contentWorld: WKContentWorld,
    completionHandler: (@MainActor (Result<Any, any Error>) -> Void)? = nil
  ) {
    evaluate(javaScript, in: frame, contentWorld) { completionHandler?($0.map(\.bridged)) }
  }

  /// Evaluates a script in a frame, in a content world, and gives the value of its last statement, nil for `undefined`.
  ///
  /// - Throws: ``WKError``.
  @discardableResult
  public func evaluateJavaScript(
    _ javaScript: String, in frame: WKFrameInfo? = nil, contentWorld: WKContentWorld
  ) async throws -> Any? {
    try await value { evaluate(javaScript, in: frame, contentWorld, $0) }
  }

  // MARK: callAsyncJavaScript

  /// Runs the body of an asynchronous function in a frame, in a content world.
  ///
  /// - Parameters:
  ///   - functionBody: the statements between the braces of the function.
  ///   - arguments: the function's arguments by their names: strings, numbers, `Bool`, `Date`, `NSNull`, and arrays and
  ///     dictionaries of these.
  ///   - frame: the frame, as a message or a delegate call named it; nil for the main frame.
  ///   - completionHandler: takes what the function's promise was fulfilled with, an empty `Optional<Any>` for
  ///     `undefined`, or a ``WKError``: also when the page is left before.
  public func callAsyncJavaScript(
    _ functionBody: String, arguments: [String: Any] = [:], in frame: WKFrameInfo? = nil,
    in contentWorld: WKContentWorld, completionHandler: (@MainActor (Result<Any, any Error>) -> Void)? = nil
  ) {
    call(functionBody, arguments, in: frame, contentWorld) { completionHandler?($0.map(\.bridged)) }
  }

  /// Runs the body of an asynchronous function in a frame, in a content world, and gives what its promise was fulfilled
  /// with, nil for `undefined`.
  ///
  /// - Throws: ``WKError``; also when the page is left before.
  @discardableResult
  public func callAsyncJavaScript(
    _ functionBody: String, arguments: [String: Any] = [:], in frame: WKFrameInfo? = nil, contentWorld: WKContentWorld
  ) async throws -> Any? {
    try await value { call(functionBody, arguments, in: frame, contentWorld, $0) }
  }

  /// What a script's completion gets, for the asynchronous forms.
  func value(_ start: (@escaping ScriptCalls.Completion) -> Void) async throws -> Any? {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<ScriptResult, any Error>) in
      start { continuation.resume(with: $0.map(ScriptResult.init)) }
    }.value
  }
}

/// Carries a script's value through a continuation. It is safe: both ends are on the main actor.
private struct ScriptResult: @unchecked Sendable {
  let value: Any?
}

extension Any? {
  /// The value itself, and an empty `Optional<Any>` for none: what Swift makes of an Objective-C object on Apple's platforms.
  var bridged: Any {
    switch self {
    case let value?: value
    case nil: self as Any
    }
  }
}
