import CausewayJSON
import Foundation

/// The process of a session's page, and the requests to it.
actor AppProcess {
  /// The report of the process that its page can be controlled.
  struct Ready: Sendable {
    /// The name of the process's X display.
    let display: String
    /// The address of this machine and the port at which the engine waits for its driver, such as `127.20.30.40:20000`.
    let inspector: String
    /// The number of the display's pixels per CSS pixel, in each direction.
    let scale: Int
    /// The URL of the page to open; nil for none.
    let url: String?
  }

  let child: ChildProcess
  private var waiting: [Int: CheckedContinuation<Result<JSONValue, WebDriverError>, Never>] = [:]
  private var latest = 0
  private var ready: CheckedContinuation<Result<Ready, WebDriverError>, Never>?
  private var readiness: Result<Ready, WebDriverError>?
  /// The reason why the process answers no more requests; nil while it does.
  private(set) var failure: WebDriverError?

  private init(_ child: ChildProcess) {
    self.child = child
  }

  /// Starts the process and waits until its page can be controlled.
  ///
  /// - Parameter words: the command of the process.
  static func start(
    _ words: [String], options: JSONValue, start: @escaping StartProgram
  ) async throws(WebDriverError) -> (AppProcess, Ready) {
    let child: ChildProcess
    do {
      child = try await ChildProcess(words, start: start)
    } catch {
      throw WebDriverError(.sessionNotCreated, "the process of the page could not be started: \(error)")
    }
    let app = AppProcess(child)
    child.write(options.json + "\n")
    Task { await app.read() }
    let alarm = Task {
      try await Task.sleep(for: .seconds(60))
      await app.become(
        .failure(WebDriverError(.sessionNotCreated, "the page's window was not ready after 60 s; try again")))
    }
    defer { alarm.cancel() }
    do throws(WebDriverError) {
      return (app, try await app.isReady().get())
    } catch {
      await child.stop()
      throw error
    }
  }

  private func isReady() async -> Result<Ready, WebDriverError> {
    if let readiness { return readiness }
    return await withCheckedContinuation { ready = $0 }
  }

  private func become(_ readiness: Result<Ready, WebDriverError>) {
    guard self.readiness == nil else { return }
    self.readiness = readiness
    ready?.resume(returning: readiness)
    ready = nil
  }

  private func read() async {
    for await line in child.lines {
      do {
        take(try JSONValue(parsing: line, limits: AppLink.limits))
      } catch {
        // If the process has ended in the middle of a line, report its end instead.
        if child.hasEnded { continue }
        answerAll(
          WebDriverError(.unknownError, "the process of the page has sent a line that cannot be read: \(error)"))
      }
    }
    let end = await child.ended()
    let error = WebDriverError(.invalidSessionID, "the app of this session has ended: its process \(end)")
    failure = error
    become(.failure(WebDriverError(.sessionNotCreated, "the process of the page \(end) before its page was ready")))
    answerAll(error)
  }

  private func answerAll(_ error: WebDriverError) {
    for continuation in waiting.values { continuation.resume(returning: .failure(error)) }
    waiting = [:]
  }

  private func take(_ message: JSONValue) {
    if let failed = message["failed"]?.stringValue {
      return become(.failure(WebDriverError(.sessionNotCreated, failed)))
    }
    if let ready = message["ready"] {
      return become(
        .success(
          Ready(
            display: ready["display"]?.stringValue ?? "", inspector: ready["inspector"]?.stringValue ?? "",
            scale: Int(ready["scale"]?.numberValue ?? 1), url: ready["url"]?.stringValue)))
    }
    guard let id = message["id"]?.numberValue, let continuation = waiting.removeValue(forKey: Int(id)) else { return }
    if let code = message["error"]?.stringValue {
      let error = WebDriverError(
        WebDriverError.Code(rawValue: code) ?? .unknownError, message["message"]?.stringValue ?? "")
      continuation.resume(returning: .failure(error))
    } else {
      continuation.resume(returning: .success(message["result"] ?? .null))
    }
  }

  /// Sends a request and waits for its answer. If the task is cancelled, the process cancels the request.
  func request(_ request: AppRequest, _ parameters: JSONObject = [:]) async throws(WebDriverError) -> JSONValue {
    if let failure { throw failure }
    latest += 1
    let id = latest
    let message: JSONValue = [
      "id": .number(Double(id)), "command": .string(request.rawValue), "parameters": .object(parameters),
    ]
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        waiting[id] = continuation
        child.write(message.json + "\n")
      }
    } onCancel: {
      // Cancel on the actor, so that the line about it is written after the request.
      Task { await cancel(id) }
    }
    return try result.get()
  }

  private func cancel(_ id: Int) {
    guard waiting[id] != nil else { return }
    let message: JSONValue = ["cancel": .number(Double(id))]
    child.write(message.json + "\n")
  }
}
