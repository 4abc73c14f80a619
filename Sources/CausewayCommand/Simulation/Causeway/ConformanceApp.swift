import Causeway
import CausewayJSON

/// The app that serves ``ConformanceContract``.
@MainActor final class ConformanceApp: SimulatedViewPart {
  let contract = ConformanceContract()
  // Unowned, because the bridge retains the capabilities, and therefore this app.
  private unowned let bridge: Bridge
  /// The app's own origins.
  private let origins: Set<Origin>
  private let marks = ConformanceMarks()
  private var sampleRuns = 0
  private var payments: [String: Int] = [:]
  private var notes: [String: [Int]] = [:]
  private var sent: [String: Int] = [:]

  init(_ bridge: Bridge, origins: Set<Origin>) {
    self.bridge = bridge
    self.origins = origins
  }

  /// Does nothing, because the suite's page requests the events that it needs.
  func didLoad(_ document: any LoadedDocument) async {}

  /// Marks every name that a task waits for, so that the tasks end.
  func end() { marks.endAll() }

  @CapabilityBuilder var capabilities: [Capability] {
    calls
    failures
    times
    events
    streams
    uploads
    callsOfThePage
    keyedCalls
    policies
  }

  @CapabilityBuilder private var calls: [Capability] {
    contract.echo.handler { value, _ in value }
    contract.ping.handler { _, _ in }
    contract.old.handler { _, _ in }
    contract.sample.handler { [self] sample, _ in
      sampleRuns += 1
      return sample
    }
    contract.sampleRuns.handler { [self] _, _ in sampleRuns }
    contract.load.handler { count, _ in Bytes(Self.pattern(from: 0, count: count)) }
    contract.returned.handler { _, call in call.bytes ?? Bytes([]) }
  }

  @CapabilityBuilder private var failures: [Capability] {
    contract.decline.handler { attempts, _ in throw Declined(details: .init(attemptsLeft: attempts)) }
    contract.busy.handler { _, _ in throw Busy() }
    contract.publicFailure.handler { _, _ in throw PublicError() }
    contract.failure.handler { _, _ in throw PrivateError() }
    // The responder is released without an answer.
    Capability("fail.unanswered", responding: { _, _, _ in })
  }

  @CapabilityBuilder private var times: [Capability] {
    contract.wait.handler(deadline: .never) { [marks] name, _ in try await marks.waitUntilCancelled(as: name) }
    contract.late.handler(deadline: .after(.milliseconds(200))) { [marks] name, _ in
      try await marks.waitUntilCancelled(as: name)
    }
    contract.ended.handler { [marks] name, _ in await marks.reached(name) }
    contract.report.handler { count, call in
      for number in 1...max(count, 1) { try call.report(number) }
      return count
    }
    contract.stages.handler { count, call in
      for number in 0..<count { try call.report(.init(topic: "stage", number: number)) }
    }
  }

  @CapabilityBuilder private var events: [Capability] {
    contract.note.handler { [self] note, _ in
      notes[note.topic, default: []].append(note.number)
      marks.mark(note.topic)
    }
    contract.notes.handler { [self] topic, _ in notes[topic] ?? [] }
    contract.emit.handler { [self] emission, call in
      guard let page = bridge.conversation(with: call.frame.document)?.page(contract) else { return }
      for number in 0..<emission.count { try page.tick(.init(topic: emission.topic, number: number)) }
    }
  }

  @CapabilityBuilder private var streams: [Capability] {
    contract.count.handler { [self] counting, _ in texts(counting) }
    contract.sent.handler { [self] name, _ in sent[name] ?? 0 }
    contract.bytes.handler { count, _ in
      AsyncStream { pieces in
        for start in stride(from: 0, to: count, by: 100_000) {
          pieces.yield(Bytes(Self.pattern(from: start, count: min(100_000, count - start))))
        }
        pieces.finish()
      }
    }
    contract.failing.handler { count, _ in
      AsyncThrowingStream { numbers in
        for number in 0..<count { numbers.yield(number) }
        numbers.finish(throwing: Declined(details: .init(attemptsLeft: count)))
      }
    }
  }

  /// Returns a stream of texts that begin with 0, 1, 2 …. Marks the name when the stream is no longer read.
  private func texts(_ counting: ConformanceContract.Counting) -> AsyncStream<String> {
    let end = EndOfIteration { [marks] in marks.mark(counting.name) }
    return AsyncStream { await self.nextText(counting, until: end) }
  }

  private func nextText(_ counting: ConformanceContract.Counting, until end: EndOfIteration) -> String? {
    let number = sent[counting.name] ?? 0
    guard number < counting.count else { return nil }
    sent[counting.name] = number + 1
    return "\(number)" + String(repeating: ".", count: max(0, (counting.length ?? 0) - "\(number)".count))
  }

  @CapabilityBuilder private var uploads: [Capability] {
    contract.sum.handler { _, numbers, _ in try await numbers.reduce(0, +) }
    contract.measure.handler { _, pieces, _ in
      var measure = ConformanceContract.Measure(count: 0, isPattern: true)
      for try await piece in pieces {
        let expected = Self.pattern(from: measure.count, count: piece.count)
        measure.isPattern = measure.isPattern && piece.withUnsafeBytes { $0.elementsEqual(expected) }
        measure.count += piece.count
      }
      return measure
    }
    contract.first.handler { count, values, _ in
      var read = 0
      guard count > 0 else { return 0 }
      for try await _ in values {
        read += 1
        if read == count { break }
      }
      return read
    }
    contract.slow.handler { [marks] topic, values, _ in
      await marks.reached(topic)
      var count = 0
      for try await _ in values { count += 1 }
      return count
    }
  }

  @CapabilityBuilder private var callsOfThePage: [Capability] {
    contract.callDouble.handler { [self] number, call in
      await answer(call) { page in .number(value: try await page.double(number)) }
    }
    contract.callHang.handler { [self] name, call in
      await answer(call) { page in
        try await page.hang(name, deadline: .after(.milliseconds(200)))
        return .other(text: "answered")
      }
    }
    contract.callCount.handler { [self] counting, call in
      var numbers: [Int] = []
      for try await number in try page(of: call).counted() {
        numbers.append(number)
        if numbers.count == counting.count { break }
      }
      return numbers
    }
    contract.callReport.handler { [self] count, call in
      var fractions: [Double] = []
      try await page(of: call).report100(count) { fractions.append($0) }
      return fractions
    }
    contract.callStages.handler { [self] count, call in
      var numbers: [Int] = []
      try await page(of: call).pageStages(count) { numbers.append($0.number) }
      return numbers
    }
  }

  private func page(of call: Call) throws -> ContractPage<ConformanceContract> {
    guard let conversation = bridge.conversation(with: call.frame.document) else { throw Failure.documentGone }
    return conversation.page(contract)
  }

  /// Calls the page, and returns the outcome.
  private func answer(
    _ call: Call, _ ask: (ContractPage<ConformanceContract>) async throws -> ConformanceContract.PageAnswer
  ) async -> ConformanceContract.PageAnswer {
    do {
      return try await ask(page(of: call))
    } catch PageCallError.rejected(let text) {
      return .rejected(text: text)
    } catch PageCallError.invalidAnswer(let path, let expected, let found) {
      return .invalid(path: path, expected: expected, found: found)
    } catch PageCallError.deadlineExceeded {
      return .late
    } catch {
      return .other(text: "\(error)")
    }
  }

  @CapabilityBuilder private var keyedCalls: [Capability] {
    contract.pay.handler { [self] payment, _ in try pay(payment) }
    contract.payLater.handler(policy: Policy(frames: .sameOrigin, origins: .only(origins))) { [self] payment, _ in
      await marks.reached(payment.topic)
      return try pay(payment)
    }
  }

  private func pay(_ payment: ConformanceContract.Payment) throws -> ConformanceContract.Receipt {
    payments[payment.topic, default: 0] += 1
    let count = payments[payment.topic] ?? 0
    if payment.amount < 0 { throw Declined(details: .init(attemptsLeft: count)) }
    return .init(payments: count)
  }

  @CapabilityBuilder private var policies: [Capability] {
    contract.everyone.handler(policy: .everyone) { _, _ in }
    contract.mainFrame.handler(policy: .mainFrame) { _, _ in }
    contract.sameOrigin.handler(policy: Policy(frames: .sameOrigin, origins: .any)) { _, _ in }
    contract.nobody.handler(policy: .mainFrame(of: [])) { _, _ in }
  }

  /// Returns bytes whose values are their positions modulo 251.
  private static func pattern(from start: Int, count: Int) -> [UInt8] {
    (start..<start + max(count, 0)).map { UInt8($0 % 251) }
  }
}

/// An error of the suite that is for pages, and that no function declares.
private struct PublicError: PageFacingError {
  var code: String { "NOT_TODAY" }
  var pageMessage: String { "Not today." }
}

/// An error of the suite whose text must not reach the page.
private struct PrivateError: Error, CustomStringConvertible {
  var description: String { "secret-of-the-app" }
}

/// An object that calls a closure when it is released, which shows that its last user is gone.
private final class EndOfIteration: Sendable {
  private let action: @MainActor @Sendable () -> Void

  init(_ action: @escaping @MainActor @Sendable () -> Void) { self.action = action }

  deinit {
    Task { @MainActor [action] in action() }
  }
}

/// The names that handlers have marked, and the tasks that wait for names to be marked.
@MainActor private final class ConformanceMarks {
  private var marked: Set<String> = []
  private var waiting: [String: [AsyncStream<Never>.Continuation]] = [:]

  func mark(_ name: String) {
    marked.insert(name)
    for continuation in waiting.removeValue(forKey: name) ?? [] { continuation.finish() }
  }

  /// Returns when the name is marked, or when the task is cancelled.
  func reached(_ name: String) async {
    guard !marked.contains(name) else { return }
    let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
    waiting[name, default: []].append(continuation)
    for await _ in stream {}
  }

  /// Waits until the task is cancelled, and then marks the name.
  func waitUntilCancelled(as name: String) async throws {
    await reached(name)
    mark(name)
    try Task.checkCancellation()
  }

  func endAll() {
    for name in waiting.keys { mark(name) }
  }
}
