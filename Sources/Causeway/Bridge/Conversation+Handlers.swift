import CausewayJSON

extension Conversation {
  /// What a handler returns.
  private enum HandlerResult {
    case value(JSONValue?)
    case bytes(Bytes)
  }

  /// Runs the handler of an open request: in a task, if it is asynchronous.
  func run(
    _ work: Capability.Work, of open: OpenRequest, _ id: OpenRequest.ID, _ stream: Wire.RequestedStream, _ call: Call
  ) {
    let parameters = open.request.parameters
    let reference = reference  // a handler that waits must not keep the conversation alive

    func begin(_ handler: @escaping @MainActor () async throws -> HandlerResult) {
      // The request may have ended when the task is returned. Then it does not matter that it gets the task.
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
      guard let pageID = open.pageID, case .toPage(let credit) = stream else { return }  // refused by `defect(of:)`
      let output = StreamOutput(id: pageID, credit: Int(clamping: credit), conversation: self)
      streams.outputs[pageID] = output
      begin {
        try await handler(parameters, call, output)
        return .value(nil)
      }
    case .receiving(let content, let handler):
      guard let pageID = open.pageID, case .fromPage = stream else { return }  // refused by `defect(of:)`
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
  /// The outcome of a handler that returns at once.
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
