import CausewayJSON

extension Conversation {
  /// The result of a handler: a JSON value, nil for `undefined`, or bytes.
  private enum HandlerResult {
    case value(JSONValue?)
    case bytes(Bytes)
  }

  /// Runs the handler of an open request. An asynchronous handler runs in a task.
  func run(
    _ work: Capability.Work, of open: OpenRequest, _ id: OpenRequest.ID, _ stream: Wire.RequestedStream, _ call: Call
  ) {
    let parameters = open.request.parameters
    let reference = reference  // a handler that waits must not keep the conversation alive

    func begin(_ handler: @escaping @MainActor () async throws -> HandlerResult) {
      // The request may have ended before the task is returned. Storing the task then has no effect.
      open.task = startTask {
        do {
          switch try await handler() {
          case .value(let value): reference.conversation?.end(id, .success(value))
          case .bytes(let bytes): reference.conversation?.end(id, with: bytes)
          }
        } catch {
          reference.conversation?.end(id, .failure(of: error))
        }
      }
    }

    switch work {
    case .computing(let handler):
      end(id, Outcome(of: { try handler(parameters, call) }))
    case .returning(let handler):
      begin { .value(try await handler(parameters, call)) }
    case .returningBytes(let handler):
      begin { .bytes(try await handler(parameters, call)) }
    case .streaming(let handler):
      // `defect(of:)` has already refused every request that does not pass this check.
      guard let pageID = open.pageID, case .toPage(let credit) = stream else { return }
      let output = StreamOutput(id: pageID, credit: Int(clamping: credit), conversation: self)
      streams.outputs[pageID] = output
      begin {
        try await handler(parameters, call, output)
        return .value(nil)
      }
    case .receiving(let content, let handler):
      // `defect(of:)` has already refused every request that does not pass this check.
      guard let pageID = open.pageID, case .fromPage = stream else { return }
      guard let input = openInput(content, ofRequest: pageID) else { return end(id, .failure(.tooManyStreams)) }
      let source = StreamSource(input, limits: bridge.limits)
      begin { .value(try await handler(parameters, call, source)) }
    case .responding(let handler):
      let state = ResponderState(
        settle: { outcome in reference.conversation?.end(id, outcome) },
        report: { value in reference.conversation?.report(value, on: id) })
      open.responder = state
      do {
        try handler(parameters, call, Responder(state))
      } catch {
        end(id, .failure(of: error))
      }
    }
  }
}

/// Starts a task immediately where the system supports that. A handler that never suspends then answers without another
/// turn of the main queue. That turn would take as long as the rest of the request.
@inline(__always)
@MainActor func startTask(_ work: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
  if #available(macOS 26, iOS 26, *) {
    Task.immediate(operation: work)
  } else {
    Task(operation: work)
  }
}

extension Outcome {
  /// Creates the outcome of a handler that returns at once.
  @MainActor init(of handler: () throws -> JSONValue?) {
    do {
      self = .success(try handler())
    } catch {
      self = .failure(of: error)
    }
  }
}

extension Capability.Work {
  /// Returns the reason why a handler of this kind cannot serve a request for this kind of stream; nil if it can.
  func defect(of stream: Wire.RequestedStream) -> Failure? {
    switch (self, stream) {
    case (.computing, .none), (.returning, .none), (.returningBytes, .none), (.responding, .none),
      (.streaming, .toPage), (.receiving, .fromPage):
      nil
    case (.streaming, _): .malformed("this function sends a stream: call it with causeway.stream")
    case (.receiving, _): .malformed("this function receives a stream: call it with causeway.upload")
    case (_, _): .malformed("this function has no stream: call it with causeway.call")
    }
  }
}

extension Conversation {
  /// Ends a request that the page has withdrawn.
  func withdraw(_ pageID: UInt64) {
    guard let open = machine.withdrawRequest(numbered: pageID) else { return }  // the request has ended already
    if let text = open.request.key, !open.isResumption,
      let key = KeyedCalls.key(text, of: open.dialectName, in: frame)
    {
      bridge.keyedCalls.cancel(key)
    }
    end(open, .cancelled)
  }

  /// Ends a request with its handler's result. Does nothing if the request has ended already.
  func end(_ id: OpenRequest.ID, _ outcome: Outcome) {
    guard let open = machine.endRequest(id) else { return }
    answer(open, outcome)
    if case .failure(let failure) = outcome { open.responder?.cancel(because: failure) }
    releaseIfFinished()
  }

  /// Ends a request with the bytes that its handler returned. The dialect does not encode bytes. Does nothing if the
  /// request has ended already.
  func end(_ id: OpenRequest.ID, with bytes: Bytes) {
    guard let open = machine.endRequest(id) else { return }
    answer(open, bytes)
    releaseIfFinished()
  }

  /// Answers a request that the machine has just ended, and cancels its handler.
  func end(_ open: OpenRequest, _ failure: Failure) {
    open.task?.cancel()
    answer(open, .failure(failure))
    open.responder?.cancel(because: failure)
    releaseIfFinished()
  }

  /// Lets the bridge release this conversation when its document is gone and the last handler of its events has ended.
  private func releaseIfFinished() {
    if isClosed, machine.requestCount == 0 { bridge.release(self) }
  }

  /// Sends the progress of an open request to the page, if the dialect has a message for it.
  func report(_ value: JSONValue, on id: OpenRequest.ID) {
    report(id) { value }
  }

  /// Sends the progress of an open request to the page, if the dialect has a message for it.
  /// - Parameter makeValue: makes the value. It is called only if the request is open and the page is not congested.
  func report(_ id: OpenRequest.ID, _ makeValue: () throws -> JSONValue) rethrows {
    guard let open = machine.request(id), !open.isEvent, !isCongested else { return }
    let value = try makeValue()
    guard let body = open.dialect.dialect.encode(progress: value, of: open.request) else { return }
    // Write first: an observer may end the request, and its progress must not come after its answer.
    write { $0.message(open.dialectName, body) }
    observeProgress(of: open, value, body)
  }

  /// Sends a request's outcome to the page, as the dialect encodes it.
  /// - Parameter reason: the failure that the log and the dialect receive, if it differs from the failure that the page
  ///   receives.
  func answer(_ open: OpenRequest, _ outcome: Outcome, because reason: Failure? = nil) {
    if let id = open.pageID { endStreams(ofRequest: id) }
    let reply = open.isEvent ? nil : open.dialect.dialect.encode(outcome, of: open.request)
    if case .failure(let failure) = outcome {
      logFailure(reason ?? failure, of: open, answeredBy: reply)
      open.dialect.dialect.requestDidFail(open.request, with: reason ?? failure, in: frame)
      if open.isEvent { observeReply(to: open, nil, outcome) }
    }
    guard let reply else {
      if let id = open.pageID { write { $0.resolve(id, nil) } }
      return
    }
    observeReply(to: open, reply, outcome)
    switch (reply, open.pageID) {
    case (.resolve(let value), let id?): write { $0.resolve(id, value) }
    case (.reject(let reason), let id?): write { $0.reject(id, reason) }
    case (.none, let id?): write { $0.resolve(id, nil) }
    case (.message(let body), let id):
      write { packet in
        packet.message(open.dialectName, body)
        if let id { packet.resolve(id, nil) }
      }
    case (_, nil): break  // the page sent the message without a promise, so there is no promise to settle
    }
  }

  /// Offers bytes to the page and resolves the page's promise with them.
  private func answer(_ open: OpenRequest, _ bytes: Bytes) {
    guard let id = open.pageID, !open.isEvent else { return answer(open, .success(nil)) }
    guard let name = channel?.offer(bytes) else { return answer(open, .failure(.bytesNotCarried)) }
    observeReply(to: open, nil, .success(nil), bytes: bytes.count)
    write { $0.resolve(id, bytes: name) }
  }
}
