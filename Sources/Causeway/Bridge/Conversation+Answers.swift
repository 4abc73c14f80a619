import CausewayJSON

/// How a request ends: with what the dialect says of an outcome, or with bytes, of which dialects know nothing.
enum Ending {
  case outcome(Outcome)
  case bytes(Bytes)
}

extension Conversation {
  /// Ends a request that the page no longer wants answered.
  func withdraw(_ pageID: UInt64) {
    guard let open = machine.withdrawRequest(numbered: pageID) else { return }  // answered in the meantime
    end(open, .outcome(.failure(.cancelled)))
  }

  /// Ends a request with its handler's result. Does nothing if the request has ended already.
  func end(_ id: OpenRequest.ID, _ ending: Ending) {
    guard let open = machine.endRequest(id) else { return }
    end(open, ending)
  }

  /// Answers a request that the machine has just ended.
  func end(_ open: OpenRequest, _ ending: Ending) {
    open.task?.cancel()  // a handler that is done does not notice
    switch ending {
    case .outcome(let outcome):
      answer(open, outcome)
      if case .failure(let failure) = outcome { open.obligation?.cancel(because: failure) }
    case .bytes(let bytes): answer(open, bytes)
    }
  }

  /// Tells the page how far an open request has come, if its dialect has words for it.
  func report(_ value: JSONValue, on id: OpenRequest.ID) {
    guard let open = machine.request(id), let body = open.dialect.dialect.encode(progress: value, of: open.request)
    else { return }
    // Before anybody is told of it, who may end the request.
    write { $0.message(open.dialectName, body) }
    observeProgress(of: open, value, body)
  }

  /// Tells the page how its request ended, in the words of its dialect.
  /// - Parameter reason: what the dialect is told of the failure, where that is not how it is answered.
  func answer(_ open: OpenRequest, _ outcome: Outcome, because reason: Failure? = nil) {
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
    case (_, nil): break  // the page posted without waiting, so there is no promise to settle
    }
  }

  /// Hands bytes to the page, whose promise resolves with them.
  private func answer(_ open: OpenRequest, _ bytes: Bytes) {
    guard let id = open.pageID, !open.isEvent else { return answer(open, .success(nil)) }
    guard let name = channel?.offer(bytes) else { return answer(open, .failure(.bytesNotCarried)) }
    observeReply(to: open, nil, .success(nil), bytes: bytes.count)
    write { $0.resolve(id, bytes: name) }
  }
}
