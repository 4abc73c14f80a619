import CWebKitGTK

/// WebKitGTK's request for a URL of the app's scheme.
///
/// The engine gets a response and its stream at once, and reads the response when the stream delivers its first data.
/// Therefore the engine never waits for more data than the handler has provided.
@MainActor
final class URLSchemeTask: NSObject, WKURLSchemeTask {
  private enum State {
    case started, responded, sending, completed, stopped
    /// The web view is gone, and the handler could not be notified.
    case abandoned
  }

  /// The closure that runs when a handler misuses the task. Traps in debug builds; Apple's platforms raise an
  /// exception. Tests replace the closure.
  static var misuse: @MainActor (String) -> Void = { assertionFailure($0) }

  private(set) var request: URLRequest
  /// The function to call when the handler completes the task.
  var didComplete: () -> Void = {}
  /// The function to call when the engine stops the task, unless the handler has completed it before.
  var didStop: () -> Void = {}

  private let engineRequest: GObjectReference
  private let stream = SchemeStream()
  private let response: SchemeResponse
  private var state = State.started

  init(_ engineRequest: OpaquePointer) {
    self.engineRequest = GObjectReference(borrowing: engineRequest)
    response = SchemeResponse(stream)
    let url = String(borrowing: webkit_uri_scheme_request_get_uri(engineRequest)).flatMap { URL(string: $0) }
    request = URLRequest(url: url ?? .blank)
    request.httpMethod = String(borrowing: webkit_uri_scheme_request_get_http_method(engineRequest)) ?? "GET"
    for (name, value) in HeaderFields.read(webkit_uri_scheme_request_get_http_headers(engineRequest)) {
      request.addValue(value, forHTTPHeaderField: name)
    }
    super.init()
    stream.didCancel = { [weak self] in self?.stop() }
    webkit_uri_scheme_request_finish_with_response(engineRequest, response.engine.opaque)
  }

  /// Reads the request's body, if there is one. The task fails if the body contains blobs, which cannot be read.
  func readBody() {
    var stream: UnsafeMutablePointer<GInputStream>?
    guard cwk_uri_scheme_request_read_body(engineRequest.opaque, &stream) else {
      return didFailWithError(URLError(.requestBodyStreamExhausted))
    }
    guard let stream else { return }
    request.httpBody = StreamReader.readAll(of: stream)
    g_object_unref(stream)  // The engine passed ownership of the stream to this method.
  }

  // MARK: The handler

  func didReceive(_ response: URLResponse) {
    onMainThread {
      guard isOpen else { return }
      guard state != .sending else { return Self.misuse("The response came after data; provide the response first") }
      state = .responded
      self.response.describe(response)
    }
  }

  func didReceive(_ data: Data) {
    onMainThread {
      guard isOpen, hasResponse else { return }
      state = .sending
      stream.append(data)
    }
  }

  func didFinish() {
    onMainThread {
      guard isOpen, hasResponse else { return }
      state = .completed
      stream.finish()
      didComplete()
    }
  }

  func didFailWithError(_ error: any Error) {
    onMainThread {
      guard isOpen else { return }
      state = .completed
      stream.fail(error as NSError)
      didComplete()
    }
  }

  /// Runs `work` on the main thread. Handlers that do not use actors can answer on any thread. As on Apple's platforms,
  /// such a call waits for the main thread.
  private func onMainThread(_ work: () -> Void) {
    if Thread.isMainThread { work() } else { DispatchQueue.main.sync(execute: work) }
  }

  private var isOpen: Bool {
    switch state {
    case .started, .responded, .sending: return true
    case .completed: Self.misuse("This task has already completed")
    case .stopped: Self.misuse("This task has already been stopped")
    case .abandoned: break
    }
    return false
  }

  private var hasResponse: Bool {
    if state == .started { Self.misuse("No response has been sent for this task") }
    return state != .started
  }

  // MARK: The engine

  /// Whether a frame navigates. WebKit sends this header field only with navigations.
  var isNavigation: Bool { request.value(forHTTPHeaderField: "Upgrade-Insecure-Requests") != nil }

  /// Stops the task of a navigation that failed before its page was committed. If the navigation changed the web
  /// process, the engine does not report the failure to the task.
  func cancel() {
    stop()
    stream.fail(URLError(.cancelled) as NSError)
  }

  private func stop() {
    guard state != .abandoned else { return }
    state = .stopped
    didStop()
  }

  /// Ignores the handler's further calls, because the web view is being released.
  func abandon() {
    state = .abandoned
    // Release these closures, because they retain the handler, which may retain this task.
    didComplete = {}
    didStop = {}
  }
}
