import Causeway
import CausewayJSON
import CausewayPrompts
import Foundation

/// The app's half of a trace, for the main documents of one page.
@MainActor final class Recording {
  private let lines: [TraceFile.Line]
  private let settings: PageReplay.Settings
  private weak var bridge: Bridge?
  /// The index of the next line that has not been played.
  private var next = 0
  private var document: DocumentID?
  /// The answers to the page's requests that have arrived, by their documents and numbers in the trace.
  private var answers: [String: OneShot<JSONValue?>] = [:]
  /// A request whose handler has not run yet.
  private struct ExpectedRequest {
    let dialect: String
    let name: String
    /// The request's number in the replay.
    let call: UInt64?
    let answer: OneShot<JSONValue?>
  }

  private var expected: [ExpectedRequest] = []
  private let fresh = FreshValues()
  private let end = OneShot<ReplayDifference?>()
  private var watchdog: Task<Void, Never>?

  init(_ trace: TraceFile, _ settings: PageReplay.Settings) {
    lines = trace.lines.filter { line in
      guard line.isMainFrame else { return false }
      switch line.kind {
      case .request, .reply, .event, .call, .answer: return true
      case .opened, .closed, .progress, .thrown, .discarded: return false
      }
    }
    self.settings = settings
  }

  /// Replaces the dialects of a bridge by dialects that answer from the trace.
  func install(in bridge: Bridge) {
    self.bridge = bridge
    for dialect in bridge.installedDialects { bridge.install(RecordedDialect(dialect, self)) }
    bridge.observe { [weak self] in self?.take($0) }
  }

  /// Plays the trace while `work` makes the page send its messages. Returns the first difference; nil if there is none.
  func play(_ work: @escaping @MainActor () async throws -> Void) async throws -> ReplayDifference? {
    let working = Task {
      do {
        try await work()
      } catch {
        end.settle(.failure(error))
      }
    }
    advance()
    defer {
      working.cancel()
      watchdog?.cancel()
      for answer in answers.values { answer.settle(.failure(CancellationError())) }
    }
    return try await end.value()
  }

  /// Returns the trace's answer to a request that a handler serves now, when its line is played.
  func answer(_ dialect: String, _ name: String) async throws -> JSONValue? {
    guard let index = expected.firstIndex(where: { $0.dialect == dialect && $0.name == name }) else {
      throw RecordedFailure(
        code: Failure.unanswered.code, pageMessage: "The trace does not have this request.", body: nil)
    }
    return try await expected.remove(at: index).answer.value()
  }

  private static func key(_ line: TraceFile.Line) -> String { "\(line.document) \(line.call ?? 0)" }

  // MARK: The page's messages

  private func take(_ observation: BridgeObservation) {
    guard observation.frame.isMainFrame else { return }
    switch (observation.kind, observation.direction) {
    case (.opened, _): document = observation.frame.document
    case (.request, .fromPage), (.event, .fromPage), (.answer, .fromPage): compare(observation)
    case (.reply, _):
      // The engine itself has refused a request whose handler has not run. A later handler must not get its answer.
      expected.removeAll { $0.call == observation.call && observation.frame.document == document }
    default: break
    }
  }

  private func compare(_ observation: BridgeObservation) {
    // The page may send its next message before it has got the answers that the trace has before it.
    advance()
    guard !end.isSettled else { return }
    let subject = [observation.dialect, observation.name].compactMap(\.self).joined(separator: " ")
    guard lines.indices.contains(next) else { return }
    let line = lines[next]
    guard line.kind == observation.kind, line.dialect == observation.dialect, line.name == observation.name else {
      let problem = "the page sends another message: \(observation.kind.rawValue) \(subject)"
      end.settle(.success(ReplayDifference(line, problem, recorded: "\(line.kind.rawValue) \(line.subject)")))
      return
    }
    let difference = ReplayDifference(
      line, line.pageMessage, body: observation.body, failure: observation.failure, fresh: fresh,
      ignoring: settings.ignored.union(correlationKeys(of: line)))
    if let difference { return end.end(difference) }
    if line.kind == .request {
      let answer = OneShot<JSONValue?>()
      answers[Self.key(line)] = answer
      expected.append(
        ExpectedRequest(dialect: line.dialect, name: line.name, call: observation.call, answer: answer))
    }
    next += 1
    // The message has not reached its handler yet.
    Task { advance() }
  }

  /// Returns the names of the members whose values are new in each run, because they only pair a request with its
  /// answer.
  private func correlationKeys(of line: TraceFile.Line) -> Set<String> {
    guard case .object(let members)? = line.body,
      let dialect = bridge?.installedDialects.first(where: { $0.name == line.dialect }),
      let body = dialect.readable(line.body, within: .standard),
      case .request(let request) = dialect.decode(.value(body), within: .standard), let id = request.correlation
    else { return [] }
    return Set(members.filter { $0.value == id }.map(\.key))
  }

  // MARK: The app's messages

  /// Plays the lines of the app, up to the page's next message, and waits for that.
  private func advance() {
    guard !end.isSettled else { return }
    while lines.indices.contains(next), lines[next].direction == .toPage {
      play(lines[next])
      next += 1
    }
    watchdog?.cancel()
    guard lines.indices.contains(next) else { return end.end(nil) }
    let line = lines[next]
    watchdog = Task { [settings, end] in
      // The task is cancelled when the message has come.
      guard (try? await Task.sleep(for: settings.timeout)) != nil else { return }
      end.end(ReplayDifference(line, "the page does not send \(line.pageMessage) within \(settings.timeout)"))
    }
  }

  private func play(_ line: TraceFile.Line) {
    switch line.kind {
    // The page must leave itself.
    case .reply where line.endsWithPage: break
    case .reply:
      guard let answer = answers.removeValue(forKey: Self.key(line)) else { return }
      if let failure = line.failure {
        answer.settle(.failure(RecordedFailure(failure, body: line.body)))
      } else {
        answer.settle(.success(line.body))
      }
    case .event:
      // A page that has gone away gets no event; the page's next message then shows the difference.
      try? conversation?.send(event: line.name, data: line.body, in: line.dialect)
    case .call:
      // The page's answer is compared when it is observed.
      Task { try? await conversation?.call(line.name, line.body, in: line.dialect) }
    default: break
    }
  }

  private var conversation: Conversation? { document.flatMap { bridge?.conversation(with: $0) } }
}

extension OneShot where Value == ReplayDifference? {
  fileprivate func end(_ difference: ReplayDifference?) { settle(.success(difference)) }
}

extension TraceFile.Line {
  /// The page's message of this line, as a text for people.
  var pageMessage: String {
    switch kind {
    case .answer: "the answer to the call \(subject)"
    case .event: "the event \(subject)"
    default: "the request \(subject)"
    }
  }
}

/// A failed answer of a trace.
struct RecordedFailure: PageFacingError {
  let code: String
  let pageMessage: String
  /// The body of the answer, as the page got it.
  let body: JSONValue?

  init(code: String, pageMessage: String, body: JSONValue?) {
    self.code = code
    self.pageMessage = pageMessage
    self.body = body
  }

  /// - Parameter failure: the failure of a line, such as `REFUSED: Not allowed.`
  init(_ failure: String, body: JSONValue?) {
    let parts = failure.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
    self.init(code: parts.first ?? "", pageMessage: parts.count > 1 ? parts[1] : "", body: body)
  }
}
