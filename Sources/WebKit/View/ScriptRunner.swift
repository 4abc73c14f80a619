import CWebKitGTK

/// The runner of scripts in a web view: in the main frame through WebKitGTK's functions, and in sub-frames through
/// their channels.
@MainActor
final class ScriptRunner {
  /// The calls whose scripts have not ended.
  let calls = ScriptCalls()
  /// Whether this module's own scripts must not run in the empty document before the first load, because they have
  /// already run there, or because the document belongs to a new window, whose opener could see the tokens.
  var isEmptyDocumentIdentified = false

  private let widget: WebViewWidget
  private let content: UserContentBinding
  private let navigations: NavigationTracker

  init(_ widget: WebViewWidget, _ content: UserContentBinding, _ navigations: NavigationTracker) {
    self.widget = widget
    self.content = content
    self.navigations = navigations
  }

  /// Evaluates a script in a frame; in the main frame if `frame` is nil.
  func evaluate(
    _ script: String, in frame: WKFrameInfo?, _ world: WKContentWorld, _ completion: @escaping ScriptCalls.Completion
  ) {
    switch target(frame, world) {
    case .mainFrame: evaluate(script, in: world, completion)
    case .channel(let channel): channel.evaluate(script, completion)
    case .none: completion(.failure(WKError(.javaScriptInvalidFrameTarget)))
    }
  }

  /// Calls a function in a frame; in the main frame if `frame` is nil.
  func call(
    _ body: String, _ arguments: [String: Any], in frame: WKFrameInfo?, _ world: WKContentWorld,
    _ completion: @escaping ScriptCalls.Completion
  ) {
    switch target(frame, world) {
    case .mainFrame: call(body, arguments, in: world, completion)
    case .channel(let channel): channel.call(body, arguments, completion)
    case .none: completion(.failure(WKError(.javaScriptInvalidFrameTarget)))
    }
  }

  private enum Target {
    case mainFrame
    case channel(FrameChannel)
  }

  /// Returns the target of a script for a frame; nil if the document is gone or soon will be, because the script must
  /// not run in the next document.
  private func target(_ frame: WKFrameInfo?, _ world: WKContentWorld) -> Target? {
    guard let frame else { return .mainFrame }
    guard frame.webView?.scripts === self, let document = frame.document, document.isAlive else { return nil }
    // Use the channel, because it reaches this document only.
    if !document.isMainFrame || navigations.isBlanking { return document.channel(in: world).map { .channel($0) } }
    return navigations.isCommitting ? nil : .mainFrame
  }

  /// Evaluates a script in the main frame.
  func evaluate(_ script: String, in world: WKContentWorld, _ completion: @escaping ScriptCalls.Completion) {
    identifyEmptyDocument()
    evaluate(script, engineWorld: world.engineName, completion)
  }

  private func evaluate(_ script: String, engineWorld: String?, _ completion: @escaping ScriptCalls.Completion) {
    let end = calls.begin(completion)
    var script = script
    AsyncResult.call(of: widget) { callback, data in
      script.withUTF8 { text in
        text.withMemoryRebound(to: CChar.self) { text in
          webkit_web_view_evaluate_javascript(
            engine, text.baseAddress, gssize(text.count), engineWorld, nil, nil, callback, data)
        }
      }
    } then: { [engine] result in
      end(Self.result { webkit_web_view_evaluate_javascript_finish(engine, result, $0) })
    }
  }

  /// Asks the main frame's document whether it has a title. The answer is true if the document gives no answer.
  func hasTitle(_ completion: @escaping @MainActor (Bool) -> Void) {
    evaluate("document.title !== ''", engineWorld: PageSource.agentWorld) { result in
      if case .success(let value) = result { completion(value as? Bool ?? true) } else { completion(true) }
    }
  }

  /// Runs this module's own scripts in the empty document that a web view shows before its first load. WebKitGTK runs
  /// user scripts only in documents that are loaded. Without these scripts, the empty document's messages would come
  /// from an unknown frame.
  private func identifyEmptyDocument() {
    guard !isEmptyDocumentIdentified, webkit_web_view_get_uri(engine) == nil else { return }
    isEmptyDocumentIdentified = true
    for (script, world) in content.ownScripts { evaluate(script, engineWorld: world) { _ in } }
  }

  /// Calls a function in the main frame.
  ///
  /// - Parameter address: the URL of the script for the stacks of errors and for the modules that it imports; nil for the
  ///   page's.
  func call(
    _ body: String, _ arguments: [String: Any], in world: WKContentWorld, address: String? = nil,
    _ completion: @escaping ScriptCalls.Completion
  ) {
    let call: ScriptCall
    do {
      call = try ScriptCall(body: body, arguments: arguments)
    } catch {
      return completion(.failure(WKError.exception("\(error)")))
    }
    defer { call.release() }
    identifyEmptyDocument()
    let end = calls.begin(completion)
    AsyncResult.call(of: widget) { callback, data in
      webkit_web_view_call_async_javascript_function(
        engine, call.body, -1, call.arguments, world.engineName, address, nil, callback, data)
    } then: { [engine] result in
      end(Self.result { webkit_web_view_call_async_javascript_function_finish(engine, result, $0) })
    }
  }

  private var engine: UnsafeMutablePointer<WebKitWebView> { widget.engine }

  private static func result(
    _ finish: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> OpaquePointer?
  ) -> Result<Any?, any Error> {
    do {
      guard let pointer = try withGError(finish) else { return .failure(WKError(.unknown)) }
      return .success(try withOwned(pointer) { try ScriptValueReader.read($0) }?.base)
    } catch let error as WKError {
      return .failure(error)
    } catch {
      return .failure(WKError(engineError: error as NSError))
    }
  }
}

extension WKError {
  /// Converts WebKitGTK's error for a script.
  fileprivate init(engineError error: NSError) {
    switch (error.domain, UInt32(truncatingIfNeeded: error.code)) {
    case ("WebKitJavascriptError", WEBKIT_JAVASCRIPT_ERROR_INVALID_RESULT.rawValue):
      self.init(.javaScriptResultTypeIsUnsupported)
    case ("WebKitJavascriptError", _):
      self.init(ScriptException(engineText: error.localizedDescription))
    default: self.init(.unknown)
    }
  }
}
