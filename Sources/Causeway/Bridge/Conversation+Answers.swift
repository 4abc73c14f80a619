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
    open.task?.cancel()  // a handler that is done does not notice
    switch ending(open) {
    case .outcome(let outcome): answer(open, outcome)
    case .bytes(let bytes): answer(open, bytes)
    }
  }

  /// Tells the page how its request ended, in the words of its dialect.
  func answer(_ open: OpenRequest, _ outcome: Outcome) {
    var failure: Failure?
    if case .failure(let reason) = outcome { failure = reason }
    if open.isEvent {
      if failure != nil { observeReply(to: open, nil, failure: failure) }
      if let id = open.pageID { write { $0.resolve(id, nil) } }
      return
    }
    let reply = open.dialect.dialect.encode(outcome, of: open.request)
    observeReply(to: open, reply, failure: failure)
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
    observeReply(to: open, nil, failure: nil, bytes: bytes.count)
    write { $0.resolve(id, bytes: name) }
  }
}
