import CausewayJSON

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
  }

  /// Ends a request with the bytes that its handler returned. The dialect does not encode bytes. Does nothing if the
  /// request has ended already.
  func end(_ id: OpenRequest.ID, with bytes: Bytes) {
    guard let open = machine.endRequest(id) else { return }
    answer(open, bytes)
  }

  /// Answers a request that the machine has just ended, and cancels its handler.
  func end(_ open: OpenRequest, _ failure: Failure) {
    open.task?.cancel()
    answer(open, .failure(failure))
    open.responder?.cancel(because: failure)
  }

  /// Sends the progress of an open request to the page, if the dialect has a message for it.
  func report(_ value: JSONValue, on id: OpenRequest.ID) {
    report(id) { value }
  }

  /// Sends the progress of an open request to the page, if the dialect has a message for it.
  /// - Parameter makeValue: makes the value. It is called only for a request that is open.
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
