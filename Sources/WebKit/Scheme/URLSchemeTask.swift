import CWebKitGTK

/// WebKitGTK's request for a URL of the app's scheme.
///
/// The engine gets a response and its stream at once, looks at the response when the stream gives its first data, and
/// so never waits for more than the handler has said.
@MainActor
final class URLSchemeTask: NSObject, WKURLSchemeTask {
  private enum State {
    case started, responded, sending, completed, stopped
    /// The web view is gone, and nobody could tell the handler.
    case abandoned
  }

  /// What a handler's mistake does: it traps in debug builds. On Apple's platforms it is an exception.
  static var misuse: @MainActor (String) -> Void = { assertionFailure($0) }

  private(set) var request: URLRequest
  /// Called when the handler completes the task.
  var didComplete: () -> Void = {}
  /// Called when the engine wants no more of it, unless the handler completed it before.
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

  /// Reads the request's body, if there is one. Bodies with blobs cannot be read: the task fails.
  func readBody() {
    var stream: UnsafeMutablePointer<GInputStream>?
    guard cwk_uri_scheme_request_read_body(engineRequest.opaque, &stream) else {
      return didFailWithError(URLError(.requestBodyStreamExhausted))
    }
    guard let stream else { return }
    request.httpBody = StreamReader.readAll(of: stream)
    g_object_unref(stream)  // the engine gave it away
  }

  // MARK: The handler

  func didReceive(_ response: URLResponse) {
    onMainThread {
      guard isOpen else { return }
      guard state != .sending else { return Self.misuse("The task was given data before this response") }
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

  /// Handlers that do not know of actors answer on any thread; as on Apple's platforms, they wait for the main thread.
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

  /// Whether a frame navigates: WebKit sends this field with no other request.
  var isNavigation: Bool { request.value(forHTTPHeaderField: "Upgrade-Insecure-Requests") != nil }

  /// Stops a navigation that failed before its page was there: in a new process the engine does not say so.
  func cancel() {
    stop()
    stream.fail(URLError(.cancelled) as NSError)
  }

  private func stop() {
    guard state != .abandoned else { return }
    state = .stopped
    didStop()
  }

  /// The web view goes: what the handler still says is ignored.
  func abandon() {
    state = .abandoned
    // Its handler may keep it, and they keep the handler.
    didComplete = {}
    didStop = {}
  }
}
