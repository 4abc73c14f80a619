import SeededGenerator
import Foundation
import CausewayTesting
import Testing

@testable import Causeway

/// 100,000 random sequences of the events of a document. In any order of answers, errors, second answers, dropped
/// responders, deadlines, withdrawals and the document's end, each request settles exactly once, or never if its
/// document has ended.
@MainActor @Suite("Random schedules") struct ScheduleTests {
  @Test(.timeLimit(.minutes(60))) func everyRequestSettlesExactlyOnce() async {
    let seed = SeededGenerator.seedOfThisRun
    let count = ProcessInfo.processInfo.environment["CAUSEWAY_TEST_SCHEDULES"].flatMap(Int.init) ?? 100_000
    print("\(count) schedules; CAUSEWAY_TEST_SEED=\(seed) replays them")
    for number in 0..<count {
      let schedule = Schedule(seed: seed &+ UInt64(number))
      if let violation = await schedule.run() {
        Issue.record("schedule \(number) of seed \(seed): \(violation)\n\(schedule.log.joined(separator: "\n"))")
        return
      }
    }
  }
}

/// One random sequence of the events of a document.
@MainActor private final class Schedule {
  private(set) var log: [String] = []

  private var random: SeededGenerator
  private let clock = ManualClock()
  private let bridge: Bridge
  private let page: InMemoryPage
  /// The suspended handlers, which the schedule resumes in a random order.
  private var suspended: [CheckedContinuation<Answer, Never>] = []
  private var responders: [ResponderBox] = []
  /// The number of times that each request settled.
  private var settlements: [Int: Int] = [:]
  private var numbers: [UInt64] = []
  private var isGone = false

  private enum Answer {
    case value
    case error
    case refusal
  }

  private final class ResponderBox {
    var responder: Responder?
    init(_ responder: consuming Responder) { self.responder = consume responder }
  }

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    var limits = Limits()
    limits.openRequests = Int.random(in: 1...6, using: &random)
    bridge = Bridge(limits: limits, clock: clock)
    page = InMemoryPage(bridge)
    bridge.install(
      CausewayDialect([
        Capability("now", policy: .everyone, json: { value, _ in value }),
        Capability("wait", policy: .everyone, deadline: .after(.seconds(5))) { [unowned self] _, _ in
          switch await withCheckedContinuation({ self.suspended.append($0) }) {
          case .value: return 1
          case .error: throw CocoaError(.fileNoSuchFile)
          case .refusal: throw Failure.refused(.subframe)
          }
        },
        Capability(
          "respond", policy: .everyone, deadline: .after(.seconds(3)),
          responding: { [unowned self] _, _, it in
            self.responders.append(ResponderBox(it))
          }),
        Capability("fail", policy: .everyone, responding: { _, _, _ in throw CocoaError(.fileNoSuchFile) }),
        Capability("main", policy: .mainFrame(of: []), json: { _, _ in nil }),
      ]))
  }

  /// Runs the schedule. Returns a description of the failure, or nil.
  func run() async -> String? {
    for _ in 0..<Int.random(in: 1...14, using: &random) {
      step()
      if Bool.random(using: &random) { await Task.yield() }
    }
    // End all open requests: handlers answer, responders are released, and the deadlines pass.
    for continuation in suspended { continuation.resume(returning: .value) }
    suspended = []
    responders = []
    page.isReady = true
    clock.advance(by: .seconds(60))
    let isQuiet = await eventually { isGone || settlements.values.allSatisfy { $0 == 1 } }
    await settleDown(turns: 3)
    // Resume the handlers that started after the loop above.
    for continuation in suspended { continuation.resume(returning: .value) }
    suspended = []
    page.close()

    if let violation = page.violations.first { return violation }
    if let twice = settlements.first(where: { $0.value > 1 }) {
      return "request \(twice.key) settled \(twice.value) times"
    }
    if !isQuiet { return "requests \(settlements.filter { $0.value == 0 }.keys.sorted()) never settled" }
    return nil
  }

  private func step() {
    switch Int.random(in: 0..<12, using: &random) {
    case 0...4: ask()
    case 5: answerHandler()
    case 6, 7: answerResponder()
    case 8:
      let seconds = Int.random(in: 0...4, using: &random)
      note("\(seconds) s pass")
      clock.advance(by: .seconds(seconds))
    case 9:
      if let id = numbers.randomElement(using: &random) {
        note("withdraw \(id)")
        page.withdraw(id)
      }
    case 10:
      note("channel ready: \(!page.isReady)")
      page.isReady.toggle()
    default:
      // The document ends rarely, because nothing happens afterward.
      if Int.random(in: 0..<4, using: &random) == 0 {
        note("the document goes away")
        page.close()
        isGone = true
      }
    }
    if !page.isReady, Int.random(in: 0..<3, using: &random) == 0 { page.isReady = true }
  }

  private func ask() {
    guard !isGone else { return }
    let names = ["now", "wait", "wait", "respond", "respond", "fail", "main", "unknown"]
    let name = names.randomElement(using: &random) ?? "now"
    let request = settlements.count
    settlements[request] = 0
    let text = Int.random(in: 0..<10, using: &random) == 0 ? "{" : #"{"name":"\#(name)"}"#
    note("request \(request): \(text)")
    let id = page.request("causeway", text: text) { [weak self] _ in
      self?.note("settled \(request)")
      self?.settlements[request]? += 1
    }
    numbers.append(id)
  }

  private func answerHandler() {
    guard !suspended.isEmpty else { return }
    let place = Int.random(in: 0..<suspended.count, using: &random)
    let answer: Answer = [.value, .error, .refusal].randomElement(using: &random) ?? .value
    note("a handler ends: \(answer)")
    suspended.remove(at: place).resume(returning: answer)
  }

  private func answerResponder() {
    guard !responders.isEmpty else { return }
    let box = responders.remove(at: Int.random(in: 0..<responders.count, using: &random))
    guard let responder = box.responder.take() else { return }
    switch Int.random(in: 0..<3, using: &random) {
    case 0:
      note("a responder succeeds")
      responder.succeed(true)
    case 1:
      note("a responder fails")
      responder.fail(CocoaError(.fileNoSuchFile))
    default: note("a responder is released")
    }
  }

  private func note(_ text: String) { log.append(text) }
}
