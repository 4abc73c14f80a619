/// The open streams of one document.
struct OpenStreams {
  /// The streams to the page, by the page's number for their request.
  var outputs: [UInt64: StreamOutput] = [:]
  /// The streams from the page, by the page's number for their request.
  var inputs: [UInt64: StreamInput] = [:]
  /// The streams with which the page answers calls of the app, by the call's id.
  var answers: [UInt64: StreamInput] = [:]
  /// The streams to the page that wait for the next packet, in the order of their turns. A stream waits here only while
  /// the next packet has values, so a call of ``Conversation/sendWaitingPieces()`` follows.
  var waiting: [StreamOutput] = []
  /// The streams to the page whose bytes wait for room in the channel, in the order of their turns. A stream waits here
  /// only while the page has not collected other bytes, so a call of ``Conversation/pageDidCollectBytes()`` follows.
  var blocked: [StreamOutput] = []
  /// The memory for streams from the page.
  var pool: StreamPool

  init(limits: Limits) {
    pool = StreamPool(limit: limits.streamedBytes)
  }

  /// Removes the streams of a request that has ended, and returns them for the caller to close.
  @MainActor mutating func end(request pageID: UInt64) -> (output: StreamOutput?, input: StreamInput?) {
    guard !outputs.isEmpty || !inputs.isEmpty else { return (nil, nil) }
    let output = outputs.removeValue(forKey: pageID)
    blocked.removeAll { $0 === output }
    return (output, inputs.removeValue(forKey: pageID))
  }
}
