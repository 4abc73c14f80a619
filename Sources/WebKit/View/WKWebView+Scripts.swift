import CWebKitGTK

/// Calls into WebKitGTK, which runs scripts in the main frame alone.
extension WKWebView {
  /// Evaluates a script in a frame.
  func evaluate(
    _ script: String, in frame: WKFrameInfo?, _ world: WKContentWorld, _ completion: @escaping ScriptCalls.Completion
  ) {
    guard canReach(frame) else { return completion(.failure(WKError(.javaScriptInvalidFrameTarget))) }
    evaluate(script, in: world, completion)
  }

  /// Calls a function in a frame.
  func call(
    _ body: String, _ arguments: [String: Any], in frame: WKFrameInfo?, _ world: WKContentWorld,
    _ completion: @escaping ScriptCalls.Completion
  ) {
    guard canReach(frame) else { return completion(.failure(WKError(.javaScriptInvalidFrameTarget))) }
    call(body, arguments, in: world, completion)
  }

  /// A sub-frame, or a document that is gone, is refused rather than mistaken for the page that is there.
  private func canReach(_ frame: WKFrameInfo?) -> Bool {
    guard let frame else { return true }
    guard let document = frame.document else { return false }
    return document === content.frames.mainDocument
  }

  /// Evaluates a script in the main frame.
  func evaluate(_ script: String, in world: WKContentWorld, _ completion: @escaping ScriptCalls.Completion) {
    let end = scripts.begin(completion)
    var script = script
    AsyncResult.call { callback, data in
      script.withUTF8 { text in
        text.withMemoryRebound(to: CChar.self) { text in
          webkit_web_view_evaluate_javascript(
            engine, text.baseAddress, gssize(text.count), world.engineName, nil, nil, callback, data)
        }
      }
    } then: { [engine] result in
      end(Self.result { webkit_web_view_evaluate_javascript_finish(engine, result, $0) })
    }
  }

  /// Calls a function in the main frame.
  func call(
    _ body: String, _ arguments: [String: Any], in world: WKContentWorld,
    _ completion: @escaping ScriptCalls.Completion
  ) {
    let call: ScriptCall
    do {
      call = try ScriptCall(body: body, arguments: arguments)
    } catch {
      return completion(.failure(WKError.exception("\(error)")))
    }
    let end = scripts.begin(completion)
    AsyncResult.call { callback, data in
      webkit_web_view_call_async_javascript_function(
        engine, call.body, -1, call.arguments, world.engineName, nil, nil, callback, data)
    } then: { [engine] result in
      end(Self.result { webkit_web_view_call_async_javascript_function_finish(engine, result, $0) })
    }
  }

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
  /// What WebKitGTK reports of a script.
  fileprivate init(engineError error: NSError) {
    switch (error.domain, UInt32(truncatingIfNeeded: error.code)) {
    case ("WebKitJavascriptError", WEBKIT_JAVASCRIPT_ERROR_INVALID_RESULT.rawValue):
      self.init(.javaScriptResultTypeIsUnsupported)
    case ("WebKitJavascriptError", _):
      self.init(.javaScriptExceptionOccurred, exception: ScriptException(engineText: error.localizedDescription))
    default: self.init(.unknown)
    }
  }
}
