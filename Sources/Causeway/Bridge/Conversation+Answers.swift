import CausewayJSON

/// How a request ends: with what the dialect says of an outcome, or with bytes, of which dialects know nothing.
enum Ending {
  case outcome(Outcome)
  case bytes(Bytes)
}

extension Conversation {
  func withdraw(_ pageID: UInt64) {
    guard let id = requestIDs[pageID] else { return }  // it was answered in the meantime
    end(id) { _ in .outcome(.failure(.cancelled)) }
  }

  func expireRequest(_ id: CallTable<OpenRequest>.ID) {
    end(id) { .outcome(.failure(.deadlineExceeded($0.limit ?? .zero))) }
  }

  /// Ends a request with what its handler came to; only the first end of an id does anything.
  func end(_ id: CallTable<OpenRequest>.ID, _ ending: (OpenRequest) -> Ending) {
    guard let open = requests.settle(id) else { return }
    if let pageID = open.pageID { requestIDs[pageID] = nil }
    if let correlation = open.correlation { correlations.remove(correlation) }
    open.task?.cancel()  // a handler that is done does not notice
    switch ending(open) {
    case .outcome(let outcome):
      answer(open, outcome)
      if case .failure(let failure) = outcome { open.obligation?.cancel(because: failure) }
    case .bytes(let bytes): answer(open, bytes)
    }
  }

  /// Tells the page how far an open request has come, if its dialect has words for it.
  func report(_ value: JSONValue, on id: CallTable<OpenRequest>.ID) {
    guard let open = requests[id], let body = open.dialect.dialect.encode(progress: value, of: open.request)
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
