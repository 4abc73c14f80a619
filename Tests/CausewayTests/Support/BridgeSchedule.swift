import CausewayJSON
import CausewayTesting
import SeededGenerator

@testable import Causeway

/// One random sequence of steps in a web view with three documents. `BridgeScheduleTests` states the rules that must
/// hold.
@MainActor final class BridgeSchedule {
  /// Counts of the events in one or more schedules. The test uses the counts to check that the schedules are varied.
  struct Totals: CustomStringConvertible {
    var exchanges = 0
    var values = 0
    var events = 0
    var deaths = 0
    var hostileLines = 0

    mutating func add(_ other: Totals) {
      exchanges += other.exchanges
      values += other.values
      events += other.events
      deaths += other.deaths
      hostileLines += other.hostileLines
    }

    /// Whether each count is large enough for a run of 1,000 schedules or more. Otherwise the schedules are too
    /// uniform, and the test proves little.
    var isVaried: Bool {
      exchanges > 5_000 && values > 5_000 && events > 500 && deaths > 100 && hostileLines > 10_000
    }

    var description: String {
      "\(exchanges) calls and streams, \(values) values, \(events) events, \(deaths) ends of processes, "
        + "\(hostileLines) lines of hostile pages"
    }
  }

  private struct SourceFailed: Error {}

  private(set) var log: [String] = []
  private(set) var totals = Totals()
  var random: SeededGenerator
  private let clock = ManualClock()
  private let bridge: Bridge
  /// The documents that exist now: the page, a sub-frame, and the hostile sub-frame.
  private var pages: [SchedulePage] = []
  private var gonePages: [SchedulePage] = []
  /// The handlers that wait, which the schedule resumes in a random order.
  private var suspended: [CheckedContinuation<Bool, Never>] = []
  /// The number of times that each call with a key has run.
  private var runs: [String: Int] = [:]
  private var tasks: [Task<Void, Never>] = []
  private var firstViolation: String?

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    var limits = Limits()
    limits.openRequests = 40
    limits.streamedBytes = [1 << 18, 1 << 22, 1 << 26].randomElement(using: &random) ?? 1 << 26
    limits.keyedCalls = Int.random(in: 1...4, using: &random)
    limits.keptOutcomeBytes = [64, 1 << 20].randomElement(using: &random) ?? 64
    bridge = Bridge(limits: limits, clock: clock)
    bridge.log = { _ in }
    bridge.install(CausewayDialect(capabilities))
    open()
  }

  private func open() {
    pages = [
      SchedulePage(bridge, origin: "page.example", isMainFrame: true),
      SchedulePage(bridge, origin: "frame.example", isMainFrame: false),
      SchedulePage(bridge, origin: "hostile.example", isMainFrame: false, isHostile: true),
    ]
  }

  // MARK: The app

  private func page(of call: Call) -> SchedulePage? {
    (pages + gonePages).first { $0.page.frame.document == call.frame.document }
  }

  private func exchange(_ index: Int, _ call: Call) -> (SchedulePage, SchedulePage.Exchange)? {
    guard let page = page(of: call), page.exchanges.indices.contains(index) else { return nil }
    return (page, page.exchanges[index])
  }

  private var capabilities: [Capability] {
    [
      Capability("now", policy: .everyone, json: { value, _ in value }),
      Capability("wait", policy: .everyone, deadline: .after(.seconds(5))) { [unowned self] (_: JSONValue, _) in
        guard await withCheckedContinuation({ self.suspended.append($0) }) else { throw SourceFailed() }
        return 1
      },
      Capability("pay", policy: .everyone, deadline: .after(.seconds(20))) { [unowned self] (key: String, call) in
        self.runs["\(call.frame.origin) \(key)", default: 0] += 1
        guard await withCheckedContinuation({ self.suspended.append($0) }) else { throw SourceFailed() }
        return "paid"
      },
      Capability(
        "toPage", policy: .everyone, deadline: .after(.seconds(5)),
        streaming: { [unowned self] (index: Int, call) in texts(index, call) }),
      Capability(
        "fromPage", policy: .everyone, deadline: .after(.seconds(5)),
        receiving: { [unowned self] (index: Int, values: PageValues<String>, call) in
          guard let (page, exchange) = exchange(index, call) else { return 0 }
          exchange.hasReader = true
          await read(values, of: exchange, in: page)
          return exchange.received.count
        }),
      // Reads nothing until the schedule resumes the handler.
      Capability(
        "hold", policy: .everyone, deadline: .after(.seconds(5)),
        receiving: { [unowned self] (_: JSONValue, values: PageValues<JSONValue>, _) in
          _ = await withCheckedContinuation { self.suspended.append($0) }
          var count = 0
          for try await _ in values { count += 1 }
          return count
        }),
      Capability(
        "tock", policy: .everyone,
        json: { [unowned self] value, call in
          guard let page = page(of: call) else { return nil }
          page.eventsArrived.append(page.number(in: value) ?? -1)
          return nil
        }),
    ]
  }

  private func texts(_ index: Int, _ call: Call) -> AsyncThrowingStream<String, any Error> {
    let name = "\(call.frame.document)"
    let found = exchange(index, call)?.1
    var next = 0
    return AsyncThrowingStream { @MainActor in
      if index.isMultiple(of: 2) { await Task.yield() }
      guard next < 5 + index % 30 else {
        if index.isMultiple(of: 3) { throw SourceFailed() }
        return nil
      }
      found?.sent += 1
      next += 1
      return "\(name) \(next - 1)"
    }
  }

  private func read(
    _ values: PageValues<String>, of exchange: SchedulePage.Exchange, in page: SchedulePage
  ) async {
    let stop = Int.random(in: 0..<20, using: &random)
    do {
      for try await value in values {
        guard page.isHostile || page.number(in: .string(value)) == exchange.received.count else {
          firstViolation = firstViolation ?? "the app got \(value) as value \(exchange.received.count) of \(page.name)"
          return exchange.readerEnds.append("violation")
        }
        exchange.received.append(exchange.received.count)
        if exchange.received.count == stop { return exchange.readerEnds.append("stopped") }
      }
      exchange.readerEnds.append("complete")
    } catch {
      exchange.readerEnds.append("\(error)")
    }
  }

  // MARK: The schedule

  /// Runs the schedule. Returns a description of the failure, or nil.
  func run() async -> String? {
    for _ in 0..<Int.random(in: 1...40, using: &random) {
      step()
      if let excess = pages.lazy.compactMap({ $0.excess(over: self.bridge.limits) }).first { return excess }
      if Bool.random(using: &random) { await Task.yield() }
    }
    // End every exchange: the handlers answer, the pages read and end their streams, and the deadlines pass.
    for _ in 0..<8 {
      resumeAll()
      for page in pages {
        page.page.isReady = true
        page.endSources()
        for exchange in page.exchanges { take(exchange, in: page) }
      }
      await settleDown(turns: 5)
    }
    clock.advance(by: .seconds(60))
    let all = pages + gonePages
    let isQuiet = await eventually {
      resumeAll()
      for page in pages { page.endSources() }
      return pages.allSatisfy { $0.isHostile || $0.exchanges.allSatisfy { !$0.ends.isEmpty } }
    }
    for page in pages { page.page.close() }
    for page in all { page.endSources() }
    for task in tasks { await task.value }
    let areReadersDone = await eventually {
      resumeAll()
      return all.allSatisfy { $0.exchanges.allSatisfy { !$0.hasReader || !$0.readerEnds.isEmpty } }
    }
    await settleDown(turns: 5)
    resumeAll()
    for page in all {
      totals.exchanges += page.exchanges.count
      totals.values += page.exchanges.reduce(0) { $0 + $1.received.count }
      totals.events += page.eventsArrived.count + page.appEventsSent.count
    }
    if let firstViolation { return firstViolation }
    if !isQuiet { return "an exchange never ended" }
    if !areReadersDone { return "a reader never learned of the end" }
    if let twice = runs.first(where: { $0.value > 1 && !$0.key.contains("hostile") }) {
      return "the call with the key \(twice.key) ran \(twice.value) times"
    }
    return all.lazy.filter { !$0.isHostile }.compactMap(\.violation).first
  }

  private func resumeAll() {
    for continuation in suspended { continuation.resume(returning: true) }
    suspended = []
  }

  private func take(_ exchange: SchedulePage.Exchange, in page: SchedulePage) {
    if let violation = page.take(exchange) { firstViolation = firstViolation ?? violation }
  }

  private func step() {
    let page = pages[Int.random(in: 0..<pages.count, using: &random)]
    if page.isHostile, Bool.random(using: &random) { return attack(page) }
    switch Int.random(in: 0..<24, using: &random) {
    case 0...7: begin(on: page)
    case 8, 9: if let exchange = page.exchanges.randomElement(using: &random) { take(exchange, in: page) }
    case 10, 11, 12:
      let count = Int.random(in: 1...10, using: &random)
      if let exchange = page.exchanges.randomElement(using: &random) { page.send(exchange, count: count) }
    case 13:
      let fails = Bool.random(using: &random)
      if let exchange = page.exchanges.randomElement(using: &random) { page.end(exchange, fails: fails) }
    case 14:
      guard !page.unanswered.isEmpty else { return }
      page.unanswered.removeFirst().resume(returning: Bool.random(using: &random) ? "answer" : nil)
    case 15, 16:
      guard !suspended.isEmpty else { return }
      let index = Int.random(in: 0..<suspended.count, using: &random)
      suspended.remove(at: index).resume(returning: Bool.random(using: &random))
    case 17:
      if let number = page.exchanges.randomElement(using: &random)?.number {
        note("\(page.name) withdraws \(number)")
        page.page.withdraw(number)
      }
    case 18: page.page.isReady.toggle()
    case 19:
      note("a task of the app is cancelled")
      tasks.randomElement(using: &random)?.cancel()
    case 20:
      note("2 s pass")
      clock.advance(by: .seconds(2))
    case 21:
      page.page.post("causeway", ["event": "tock", "data": .string("\(page.name) \(page.eventsSent)")])
      page.eventsSent += 1
    case 22:
      let number = page.appEventsSent.count
      // `send` throws if the page does not read at the moment and too many bytes wait for the page. The page then gets
      // no event.
      guard (try? page.page.conversation.send(event: "tick", data: .string("\(page.name) \(number)"))) != nil else {
        return
      }
      page.appEventsSent.append(number)
    default: if Int.random(in: 0..<3, using: &random) == 0 { endProcess() }
    }
  }

  /// Ends the web process with all documents, and loads the pages again.
  private func endProcess() {
    note("the process ends")
    totals.deaths += 1
    for page in pages {
      page.isGone = true
      page.page.close()
    }
    gonePages += pages
    open()
  }

  private func begin(on page: SchedulePage) {
    let key = "key\(Int.random(in: 0..<3, using: &random))"
    let kinds: [SchedulePage.Exchange.Kind] = [
      .call, .call, .keyed(key), .resumption(key), .toPage, .toPage, .fromPage, .fromPage, .appCall, .appStream,
    ]
    let index = page.exchanges.count
    let exchange = SchedulePage.Exchange(kinds[Int.random(in: 0..<kinds.count, using: &random)])
    page.exchanges.append(exchange)
    note("\(page.name) \(index): \(exchange.kind)")
    let settled: (InMemoryPage.Settlement) -> Void = { [weak self] in
      self?.note("\(page.name) \(index) settled: \($0)")
      exchange.ends.append("\($0)")
    }
    let parameters = JSONValue.number(Double(index))
    switch exchange.kind {
    case .call:
      let name = ["now", "wait", "wait", "missing"].randomElement(using: &random) ?? "now"
      exchange.number = page.page.request("causeway", text: #"{"name":"\#(name)"}"#, whenSettled: settled)
    case .keyed(let key):
      let text = #"{"name":"pay","parameters":"\#(key)","key":"\#(key)"}"#
      exchange.number = page.page.request("causeway", text: text, whenSettled: settled)
    case .resumption(let key):
      exchange.number = page.page.request("causeway", text: #"{"resume":"\#(key)"}"#, whenSettled: settled)
    case .toPage:
      let credit = [1, 200, 100_000].randomElement(using: &random) ?? 1
      let body: JSONValue = ["name": "toPage", "parameters": parameters]
      exchange.stream = page.page.stream("causeway", body, credit: credit, whenSettled: settled)
    case .fromPage:
      exchange.stream = page.page.upload(
        "causeway", ["name": "fromPage", "parameters": parameters], whenSettled: settled)
    case .appCall: callPage(page, exchange, parameters)
    case .appStream: readPage(page, exchange, parameters)
    }
    exchange.number = exchange.number ?? exchange.stream?.number
  }

  private func callPage(_ page: SchedulePage, _ exchange: SchedulePage.Exchange, _ parameters: JSONValue) {
    let conversation = page.page.conversation!
    tasks.append(
      Task {
        do {
          let answer = try await conversation.call("answer", parameters, deadline: .after(.seconds(5)))
          if answer != parameters, !page.isHostile { firstViolation = "the app got \(answer?.json ?? "nothing")" }
          exchange.ends.append("answered")
        } catch {
          exchange.ends.append("\(error)")
        }
      })
  }

  private func readPage(_ page: SchedulePage, _ exchange: SchedulePage.Exchange, _ parameters: JSONValue) {
    do {
      let values = try page.page.conversation.values(
        "numbers", parameters, of: String.self, deadline: .after(.seconds(5)))
      exchange.hasReader = true
      tasks.append(
        Task {
          await read(values, of: exchange, in: page)
          exchange.ends = exchange.readerEnds
        })
    } catch {
      exchange.ends.append("\(error)")
    }
  }

  /// Makes the hostile page send lines of every kind: with the numbers of its own requests and of other documents'
  /// requests, with unlimited credit, and with more values than its credit allows.
  private func attack(_ page: SchedulePage) {
    let count = Int.random(in: 1...60, using: &random)
    totals.hostileLines += count
    let kinds = ["v", "w", "z", "g", "h", "c", "i", "j", "a", "e", "p", "k", "d", "x", "r", "t", "u", "m", "b", "s"]
    let texts = ["", "1", "\"#1 0\"", "{", "9999999999", "\u{0}", #"{"name":"fromPage","parameters":0}"#]
    let long = "\"" + String(repeating: "x", count: 20_000) + "\""
    var packet = ""
    if Bool.random(using: &random) {
      // Many values that the app does not read: as many as the credit allows, or far more.
      let number = Int.random(in: 50..<58, using: &random)
      let value = Bool.random(using: &random) ? long : "1"
      packet += "u causeway \(number) \(#"{"name":"hold"}"#)\n"
      packet += String(repeating: "v \(number) \(value)\n", count: Int.random(in: 1...40, using: &random))
    }
    for _ in 0..<count {
      let kind = kinds[Int.random(in: 0..<kinds.count, using: &random)]
      let number = Int.random(in: 0..<8, using: &random)
      let text =
        Int.random(in: 0..<4, using: &random) == 0 ? long : texts[Int.random(in: 0..<texts.count, using: &random)]
      switch kind {
      case "r", "u": packet += "\(kind) causeway \(number + 50) \(#"{"name":"fromPage","parameters":9}"#)\n"
      case "t": packet += "t causeway \(number + 50) 99999999 \(#"{"name":"toPage","parameters":9}"#)\n"
      case "m": packet += "m causeway \(text)\n"
      default: packet += "\(kind) \(number + (Bool.random(using: &random) ? 50 : 0)) \(text)\n"
      }
    }
    note("the hostile page sends \(count) lines")
    page.page.sendPacket(packet)
  }

  private func note(_ text: String) { log.append(text) }
}
