import Causeway
import CausewayJSON
import CausewayPrompts
import CausewayTesting

/// The page's half of one document of a trace.
@MainActor final class ReplayedPage {
  /// The key that pairs a message of the app with a line of the trace.
  private struct Key: Hashable {
    let kind: BridgeObservation.Kind
    let dialect: String
    let name: String
    /// The request's or call's number in the replay; nil for an event.
    let call: UInt64?
  }

  private let page: InMemoryPage
  private let bridge: Bridge
  /// The app's messages that have arrived and were not compared with a line of the trace yet, in order.
  private var arrived: [(key: Key, observation: BridgeObservation)] = []
  private var waiting: [Key: OneShot<BridgeObservation>] = [:]
  /// The numbers of the replay's requests, by those of the trace.
  private var requests: [Int: (observed: UInt64, page: UInt64)] = [:]
  /// The positions of the app's calls among all calls, by their numbers in the trace.
  private var calls: [Int: Int] = [:]
  /// The answers of the page to the app's calls, in the order of the calls. A call may come before its answer, or after
  /// it.
  private var answers: [OneShot<JSONValue?>] = []
  private var callCount = 0
  private let batches: EventBatches
  /// The latest call that carried events.
  private var latestBatch: BridgeObservation?
  private var requestCount: UInt64 = 0

  /// - Parameter events: the document's calls that carry events, and the page's answers to them.
  init(_ bridge: Bridge, for line: TraceFile.Line, events: [TraceFile.Line], mainFrameOrigin: Origin?) {
    self.bridge = bridge
    batches = EventBatches(
      events.filter { $0.kind == .call }.map { $0.body?.arrayValue?.count ?? 0 },
      events.filter { $0.kind == .answer }.map(\.answer))
    page = InMemoryPage(
      bridge, origin: line.origin, isMainFrame: line.isMainFrame,
      mainFrameOrigin: line.isMainFrame ? line.origin : mainFrameOrigin)
    page.onCall = { [weak self] dialect, body in
      guard let self else { throw RecordedError.ended }
      if let events = body?.objectValue?.first(where: { EventBatches.carries(dialect, $0.key) })?.value {
        return try await batches.answer(events.arrayValue?.count ?? 0)
      }
      callCount += 1
      return try await answer(callCount - 1).value()
    }
    page.onStreamCall = { _, _, stream in stream.end("a trace has no values of streams") }
  }

  var document: DocumentID { page.frame.document }

  // MARK: The page's messages

  /// Sends the message of a line.
  /// - Parameters:
  ///   - body: the message's body, as the page's script writes it.
  ///   - isStream: whether the app answers with a stream.
  func send(_ line: TraceFile.Line, _ body: JSONValue?, isStream: Bool) {
    guard let dialect = bridge.installedDialects.first(where: { $0.name == line.dialect }) else { return }
    requestCount += 1
    let observed = requestCount
    let body = dialect.readable(body, within: bridge.limits)
    if line.kind == .event { return page.post(line.dialect, body) }
    var number: UInt64
    if isStream {
      let stream = page.stream(line.dialect, body)
      stream.onChange = { [weak stream] in stream?.read() }
      number = stream.number
    } else {
      number = page.request(line.dialect, text: body?.json ?? "") { _ in }
    }
    if let call = line.call { requests[call] = (observed, number) }
  }

  /// Cancels a request, as a page does whose signal is aborted.
  func withdraw(_ line: TraceFile.Line) {
    if let request = line.call.flatMap({ requests[$0] }) { page.withdraw(request.page) }
  }

  /// Answers the call of the app that the line's number names.
  func answer(_ line: TraceFile.Line) {
    if EventBatches.carries(line.dialect, line.name) { return batches.playAnswer() }
    guard let index = line.call.flatMap({ calls[$0] }) else { return }
    answer(index).settle(line.answer)
  }

  private func answer(_ index: Int) -> OneShot<JSONValue?> {
    while answers.count <= index { answers.append(OneShot()) }
    return answers[index]
  }

  /// Ends the document.
  func close() {
    page.close()
    for answer in answers { answer.settle(.failure(RecordedError.ended)) }
    batches.end(RecordedError.ended)
  }

  // MARK: The app's messages

  /// Takes an observation of the bridge.
  func take(_ observation: BridgeObservation) {
    guard observation.frame.document == document, observation.direction == .toPage else { return }
    switch observation.kind {
    case .reply, .progress, .event, .call: break
    default: return
    }
    if observation.kind == .call, EventBatches.carries(observation.dialect ?? "", observation.name ?? "") {
      latestBatch = observation
      return batches.take(observation.body)
    }
    let call = observation.kind == .reply || observation.kind == .progress ? observation.call : nil
    let key = Key(kind: observation.kind, dialect: observation.dialect ?? "", name: observation.name ?? "", call: call)
    // After the answer there is no more progress.
    if observation.kind == .reply {
      let progress = Key(kind: .progress, dialect: key.dialect, name: key.name, call: call)
      waiting.removeValue(forKey: progress)?.settle(.success(observation))
    }
    if let waiter = waiting.removeValue(forKey: key) {
      waiter.settle(.success(observation))
    } else {
      arrived.append((key, observation))
    }
  }

  /// Returns the app's message for a line, when it arrives; for a line of progress the answer, if that comes first. Throws
  /// `CancellationError` if the task is cancelled.
  func message(for line: TraceFile.Line) async throws -> BridgeObservation {
    if line.kind == .call, EventBatches.carries(line.dialect, line.name) {
      let events = try await batches.next(line.body?.arrayValue?.count ?? 0)
      guard var message = latestBatch else { throw RecordedError.ended }
      message.body = .array(events)
      return message
    }
    if line.kind == .call, let call = line.call { calls[call] = calls.count }
    let isOfRequest = line.kind == .reply || line.kind == .progress
    let call = isOfRequest ? line.call.flatMap { requests[$0]?.observed } : nil
    let key = Key(kind: line.kind, dialect: line.dialect, name: line.name, call: call)
    if let index = arrived.firstIndex(where: { $0.key == key }) { return arrived.remove(at: index).observation }
    if line.kind == .progress,
      let reply = arrived.first(where: { $0.key.kind == .reply && $0.key.call == call })
    {
      return reply.observation
    }
    let waiter = OneShot<BridgeObservation>()
    waiting[key] = waiter
    if line.kind == .call { return try await batches.answering { try await waiter.value() } }
    return try await waiter.value()
  }

  /// The first event or call of the app that no line of the trace has. Answers are left out, because a trace may end
  /// before them.
  var surplus: BridgeObservation? {
    arrived.first { $0.key.kind == .event || $0.key.kind == .call }?.observation
      ?? (batches.hasSurplus ? latestBatch : nil)
  }
}

extension TraceFile.Line {
  /// The page's answer of this line.
  fileprivate var answer: Result<JSONValue?, any Error> {
    if let failure { .failure(RecordedError(description: failure)) } else { .success(body) }
  }
}

/// The error with which a page answered a call of the app.
private struct RecordedError: Error, CustomStringConvertible {
  let description: String

  static let ended = RecordedError(description: "the replay has ended")
}
