import CausewayJSON
import CausewayTesting
import Foundation
import SeededGenerator
import Testing

@testable import Causeway

/// Random sequences of the events of a document with streams in all directions. In any order of values, credit, reads,
/// ends, errors, withdrawals, deadlines, congestion and the document's end, each stream ends exactly once on each side,
/// values arrive once and in order, and nothing stays reserved.
@MainActor @Suite("Random schedules of streams") struct StreamScheduleTests {
  @Test(.timeLimit(.minutes(60))) func everyStreamEndsExactlyOnce() async {
    let seed = SeededGenerator.seedOfThisRun
    let count = ProcessInfo.processInfo.environment["CAUSEWAY_TEST_SCHEDULES"].flatMap(Int.init) ?? 5_000
    print("\(count) schedules of streams; CAUSEWAY_TEST_SEED=\(seed) replays them")
    for number in 0..<count {
      let schedule = StreamSchedule(seed: seed &+ UInt64(number))
      if let violation = await schedule.run() {
        Issue.record("schedule \(number) of seed \(seed): \(violation)\n\(schedule.log.joined(separator: "\n"))")
        return
      }
    }
  }
}

/// One random sequence of the events of a document with streams.
@MainActor private final class StreamSchedule {
  private(set) var log: [String] = []

  private struct SourceFailed: Error {}

  /// A stream of the schedule, and a record of its values and ends on each side.
  @MainActor private final class Run {
    enum Kind { case toPage, fromPage, answer }
    let kind: Kind
    let length: Int
    var stream: InMemoryStream?
    /// The count of the values that were sent. The values are the numbers from 0 on.
    var sent = 0
    /// The values that arrived, in order.
    var received: [Double] = []
    /// The ends of the stream for the app's reader: `complete`, `stopped`, `refused`, or an error.
    var readerEnds: [String] = []
    /// The number of times that the page's promise has settled.
    var settlements = 0
    /// Whether the app has begun to read.
    var hasReader = false
    var hasPageEnded = false
    var hasPageFailed = false

    init(_ kind: Kind, length: Int) {
      self.kind = kind
      self.length = length
    }
  }

  private var random: SeededGenerator
  private let clock = ManualClock()
  private let bridge: Bridge
  private let page: InMemoryPage
  private var runs: [Run] = []
  private var readers: [Task<Void, Never>] = []
  private var isGone = false

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    var limits = Limits()
    limits.openRequests = Int.random(in: 2...8, using: &random)
    limits.streamedBytes = [1 << 18, 1 << 22, 1 << 26].randomElement(using: &random) ?? 1 << 26
    bridge = Bridge(limits: limits, clock: clock)
    page = InMemoryPage(bridge)
    bridge.install(CausewayDialect(capabilities))
    page.onStreamCall = { [unowned self] _, body, stream in
      guard let index = (body?.objectValue?["parameters"]?.numberValue).map(Int.init) else { return }
      self.runs[index].stream = stream
    }
  }

  private var capabilities: [Capability] {
    [
      Capability(
        "toPage", policy: .everyone, deadline: .after(.seconds(5)),
        streaming: { [unowned self] (index: Int, _) in numbers(of: runs[index]) }),
      Capability(
        "fromPage", policy: .everyone, deadline: .after(.seconds(5)),
        receiving: { [unowned self] (index: Int, values: PageValues<Double>, _) in
          let run = runs[index]
          run.hasReader = true
          await read(values, of: run)
          return run.received.count
        }),
    ]
  }

  private func numbers(of run: Run) -> AsyncThrowingStream<Int, any Error> {
    let fails = run.length % 3 == 0
    return AsyncThrowingStream { @MainActor in
      if run.length % 2 == 0 { await Task.yield() }
      guard run.sent < run.length else {
        if fails { throw SourceFailed() }
        return nil
      }
      run.sent += 1
      return run.sent - 1
    }
  }

  private func read(_ values: PageValues<Double>, of run: Run) async {
    do {
      for try await value in values {
        run.received.append(value)
        if run.length % 2 == 0 { await Task.yield() }
        if run.length % 5 == 0, run.received.count == 3 {
          run.readerEnds.append("stopped")
          return
        }
      }
      run.readerEnds.append("complete")
    } catch {
      run.readerEnds.append("\(error)")
    }
  }

  /// Runs the schedule. Returns a description of the failure, or nil.
  func run() async -> String? {
    for _ in 0..<Int.random(in: 1...30, using: &random) {
      step()
      if Bool.random(using: &random) { await Task.yield() }
    }
    // End all streams: the page reads, its sources end, and the deadlines pass.
    page.isReady = true
    for run in runs where run.kind != .toPage { endOnPage(run) }
    for _ in 0..<10 {
      for run in runs where run.kind == .toPage { take(run) }
      await settleDown(turns: 5)
    }
    clock.advance(by: .seconds(60))
    let isQuiet = await eventually { isGone || runs.allSatisfy(hasEnded) }
    page.close()
    let areReadersDone = await eventually {
      runs.allSatisfy { !$0.hasReader || !$0.readerEnds.isEmpty }
    }
    for reader in readers { await reader.value }
    await settleDown(turns: 10)
    return violation(isQuiet: isQuiet, areReadersDone: areReadersDone)
  }

  private func hasEnded(_ run: Run) -> Bool {
    run.kind == .answer ? !run.readerEnds.isEmpty : run.settlements == 1
  }

  private func violation(isQuiet: Bool, areReadersDone: Bool) -> String? {
    if let violation = page.violations.first { return violation }
    if !isQuiet { return "streams \(runs.indices.filter { !hasEnded(runs[$0]) }) never ended" }
    if !areReadersDone { return "a reader never learned of the end" }
    for (index, run) in runs.enumerated() {
      if run.settlements > 1 { return "request \(index) settled \(run.settlements) times" }
      if run.readerEnds.count > 1 { return "the reader of \(index) saw \(run.readerEnds)" }
      if run.received != (0..<run.received.count).map(Double.init) { return "values of \(index): \(run.received)" }
      if run.readerEnds == ["complete"], !run.hasPageEnded || run.hasPageFailed || run.received.count != run.sent {
        return "\(index) looked complete after \(run.received.count) of \(run.sent) values"
      }
    }
    if page.conversation.streams.pool.reserved != 0 {
      return "\(page.conversation.streams.pool.reserved) bytes stay reserved"
    }
    return nil
  }

  private func step() {
    switch Int.random(in: 0..<16, using: &random) {
    case 0, 1: begin(.toPage)
    case 2, 3: begin(.fromPage)
    case 4: begin(.answer)
    case 5, 6, 7: if let run = runs.randomElement(using: &random), run.kind == .toPage { take(run) }
    case 8, 9, 10, 11: if let run = runs.randomElement(using: &random), run.kind != .toPage { send(run) }
    case 12: if let run = runs.randomElement(using: &random), run.kind != .toPage { endOnPage(run) }
    case 13:
      if let run = runs.randomElement(using: &random), run.kind != .answer, let stream = run.stream {
        note("withdraw \(stream.number)")
        page.withdraw(stream.number)
      }
    case 14:
      note("channel ready: \(!page.isReady)")
      page.isReady.toggle()
    default:
      switch Int.random(in: 0..<5, using: &random) {
      case 0:
        note("the document goes away")
        page.close()
        isGone = true
      case 1:
        note("a reader is cancelled")
        readers.randomElement(using: &random)?.cancel()
      default:
        note("2 s pass")
        clock.advance(by: .seconds(2))
      }
    }
  }

  private func begin(_ kind: Run.Kind) {
    guard !isGone else { return }
    let index = runs.count
    let run = Run(kind, length: Int.random(in: 0...40, using: &random))
    runs.append(run)
    note("stream \(index): \(kind) of \(run.length)")
    let body: JSONValue = ["name": .string("\(kind)"), "parameters": .number(Double(index))]
    let settled: (InMemoryPage.Settlement) -> Void = { [weak self] in
      self?.note("settled \(index): \($0)")
      run.settlements += 1
    }
    switch kind {
    case .toPage:
      let credit = [1, 200, 100_000].randomElement(using: &random) ?? 1
      run.stream = page.stream("causeway", body, credit: credit, whenSettled: settled)
    case .fromPage: run.stream = page.upload("causeway", body, whenSettled: settled)
    case .answer:
      guard
        let values = try? page.conversation.values(
          "numbers", .number(Double(index)), of: Double.self, deadline: .after(.seconds(5)))
      else {
        run.readerEnds.append("refused")
        return
      }
      run.hasReader = true
      readers.append(Task { await read(values, of: run) })
    }
  }

  /// Reads the values that have arrived in the page, and records them.
  private func take(_ run: Run) {
    for value in run.stream?.read() ?? [] { run.received.append(value?.numberValue ?? -1) }
  }

  /// Sends a random number of values, or fewer if the credit allows no more.
  private func send(_ run: Run) {
    guard !isGone, !run.hasPageEnded, let stream = run.stream, stream.isOpen else { return }
    for _ in 0..<Int.random(in: 1...10, using: &random) where stream.credit > 0 && stream.isOpen {
      stream.send(.number(Double(run.sent)))
      run.sent += 1
    }
  }

  private func endOnPage(_ run: Run) {
    guard !isGone, !run.hasPageEnded, let stream = run.stream, stream.isOpen else { return }
    run.hasPageEnded = true
    run.hasPageFailed = Bool.random(using: &random)
    note("the page ends \(stream.number)\(run.hasPageFailed ? " with an error" : "")")
    stream.end(run.hasPageFailed ? "broken" : nil)
  }

  private func note(_ text: String) { log.append(text) }
}
