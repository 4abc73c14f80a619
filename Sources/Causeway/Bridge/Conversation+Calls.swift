import CausewayJSON

/// A call of the app that the page has not answered yet.
struct OpenCall {
  typealias ID = ConversationMachine<OpenRequest, OpenCall>.ID

  let dialect: String
  let name: String
  let limit: Duration?
  /// The call's id, which is also its number in observations.
  let number: UInt64
  /// The number of the packet that carries the call.
  let packet: UInt64
  /// Receives the progress that the page reports.
  let onProgress: (@MainActor (JSONValue) -> Void)?
  let resume: (Result<JSONValue?, PageCallError>) -> Void
}

extension Conversation {
  /// The maximum size of a page's error description, in bytes of JSON. Descriptions from the page runtime are shorter.
  static let longestDescription = 8_192

  /// Sends an event to the page. Events arrive in the order in which they were sent.
  public func send(event name: String, data: JSONValue? = nil, in dialect: String = CausewayDialect.name) throws {
    guard !isClosed else { throw PageCallError.notSent }
    guard !isCongested else { throw PageCallError.congested }
    guard let body = bridge.dialects[dialect]?.dialect.encode(event: name, data: data) else {
      throw PageCallError.unsupported(dialect: dialect)
    }
    observe(.event, .toPage, dialect: dialect, name: name, body: data)
    write { $0.message(dialect, body) }
  }

  /// Calls the page and returns its answer; nil stands for `undefined`.
  ///
  /// Throws ``PageCallError``. The default deadline is ``Limits/deadline``.
  /// - Parameter onProgress: receives the values that the page's handler passes to `context.report` before it answers.
  public func call(
    _ name: String, _ parameters: JSONValue? = nil, in dialect: String = CausewayDialect.name,
    deadline: Capability.Deadline = .standard, onProgress: (@MainActor (JSONValue) -> Void)? = nil
  ) async throws -> JSONValue? {
    let body = try callBody(name, parameters, in: dialect)
    let limit = bridge.limits.duration(of: deadline)
    let pending = PendingAnswer()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let id = begin(name, parameters, in: dialect, limit: limit, onProgress: onProgress) {
          continuation.resume(with: $0)
        } send: { packet, id in
          packet.call(dialect, id, body)
        }
        guard let id else { return continuation.resume(throwing: PageCallError.notSent) }
        pending.id = id
        if Task.isCancelled { abandon(call: id, .cancelled) }
      }
    } onCancel: {
      Task { @MainActor in
        if let id = pending.id { self.abandon(call: id, .cancelled) }
      }
    }
  }

  /// Returns the body of a call, as the dialect encodes it. Throws if the page cannot be called.
  func callBody(_ name: String, _ parameters: JSONValue?, in dialect: String) throws -> JSONValue {
    guard !isClosed else { throw PageCallError.notSent }
    guard !isCongested else { throw PageCallError.congested }
    guard let body = bridge.dialects[dialect]?.dialect.encode(call: name, parameters: parameters) else {
      throw PageCallError.unsupported(dialect: dialect)
    }
    return body
  }

  /// Opens a call and sends it. Returns the call's id; nil if the document no longer exists.
  func begin(
    _ name: String, _ parameters: JSONValue?, in dialect: String, limit: Duration?,
    onProgress: (@MainActor (JSONValue) -> Void)? = nil,
    resume: @escaping (Result<JSONValue?, PageCallError>) -> Void,
    send: (inout PacketWriter, OpenCall.ID) -> Void
  ) -> OpenCall.ID? {
    callNumber += 1
    let open = OpenCall(
      dialect: dialect, name: name, limit: limit, number: callNumber, packet: packets + 1, onProgress: onProgress,
      resume: resume)
    let until = limit.map { bridge.timeline.now() + $0 }
    guard let id = machine.admit(call: open, deadline: until) else { return nil }
    didAdmit()
    if let until { bridge.schedule(until) }
    observe(.call, .toPage, dialect: dialect, name: name, call: open.number, body: parameters)
    write { send(&$0, id) }
    return id
  }

  /// Stores the id of a call, so that the cancellation handler of the waiting task can end the call.
  @MainActor private final class PendingAnswer {
    var id: OpenCall.ID?
  }

  func receiveAnswer(to call: UInt64, body text: Wire.Text, isRefusal: Bool) {
    let size = text.count
    guard size <= bridge.limits.messageBytes else {
      let limit = bridge.limits.messageBytes
      return end(call: call, .failure(.rejected("the answer has \(size) bytes; the limit is \(limit) bytes")))
    }
    switch (Wire.parseBody(text, limits: bridge.limits), isRefusal) {
    case (.unreadable(let reason), _): end(call: call, .failure(.rejected("the answer is not JSON: \(reason)")))
    case (.value(let value), true): end(call: call, .failure(.rejected(value.stringValue ?? value.json)))
    case (.undefined, true): end(call: call, .failure(.rejected("undefined")))
    case (.value(let value), false): end(call: call, .success(value))
    case (.undefined, false): end(call: call, .success(nil))
    }
  }

  /// Passes the progress of a call to the app. Discards progress that is too large or is not JSON. The call stays open,
  /// because its answer does not depend on the progress.
  func receiveProgress(of call: UInt64, _ text: Wire.Text) {
    guard let open = machine.call(call) else { return }  // the call has ended, or the page invented the id
    guard text.count <= bridge.limits.messageBytes, case .value(let value) = Wire.parseBody(text, limits: bridge.limits)
    else { return discard("the progress of a call is too large or is not JSON") }
    observe(.progress, .fromPage, dialect: open.dialect, name: open.name, call: open.number, body: value)
    open.onProgress?(value)
  }

  /// Reports that a script of the page threw while it received a message. The size of the description is limited,
  /// because a page can send any text.
  func pageThrew(_ text: Wire.Text, in name: Wire.Text) {
    let name = String(decoding: name.prefix(Self.longestName), as: UTF8.self)
    guard let installed = bridge.dialects[name] else { return discard("no protocol \"\(name)\" is installed") }
    let isShort = text.count <= Self.longestDescription
    let body = isShort ? Wire.parseBody(text, limits: bridge.limits) : .undefined
    let description = body.value?.stringValue ?? "an error whose description is too long or is not a string"
    observe(.thrown, .fromPage, dialect: name, failure: description)
    bridge.write("\(name): a script of the \(frame) threw while it received a message.", about: .page)
    installed.dialect.pageDidThrow(description, in: frame)
  }

  /// Ends a call. Does nothing if the call has ended already, or if the page invented the id.
  private func end(call id: OpenCall.ID, _ result: Result<JSONValue?, PageCallError>) {
    guard let open = machine.endCall(id) else { return }
    finish(open, result)
  }

  /// Ends a call whose answer the app no longer needs, and notifies the page. Does nothing if the call has ended
  /// already.
  func abandon(call id: OpenCall.ID, _ error: PageCallError) {
    guard let open = machine.endCall(id) else { return }
    abandon(open, error)
  }

  func abandon(_ open: OpenCall, _ error: PageCallError) {
    write { $0.withdraw(call: open.number) }
    finish(open, .failure(error))
  }

  func finish(_ open: OpenCall, _ result: Result<JSONValue?, PageCallError>) {
    streams.answers[open.number] = nil
    switch result {
    case .success(let value):
      observe(.answer, .fromPage, dialect: open.dialect, name: open.name, call: open.number, body: value)
    case .failure(let error):
      observe(.answer, .fromPage, dialect: open.dialect, name: open.name, call: open.number, failure: "\(error)")
    }
    open.resume(result)
  }

  /// Returns the page as the contract describes it: its functions, streams and events are members that can be called.
  ///
  ///     let page = conversation.page(shop)
  ///     let title = try await page.title(TitleRequest(length: 40))
  ///     for try await score in try page.scores("final") { … }
  ///     try page.theme(Theme(name: "dark"))
  ///
  /// - Parameter dialect: the dialect that carries the messages.
  public func page<Declared: BridgeContract>(
    _ contract: Declared, in dialect: String = CausewayDialect.name
  ) -> ContractPage<Declared> {
    ContractPage(contract: contract, conversation: self, dialect: dialect)
  }
}
