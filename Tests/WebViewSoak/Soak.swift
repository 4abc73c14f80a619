import Foundation
import SeededGenerator
import WebKit

/// One run of the program: its pages, their pauses, and the problems that the run finds.
@MainActor final class Soak {
  /// The timeout of one conversation of a page.
  private static let talkTimeout: Duration = .seconds(30)
  /// The pauses, in seconds. Each length is used once before any length is used again.
  private static let pauses = 1...60

  private let duration: Duration
  private let clock = ContinuousClock()
  private var generator: SeededGenerator
  private let pages: [SoakPage]
  private var memory = MemoryRecord()
  private var deck: [Int] = []
  private var problems: [String] = []
  private var talks = 0

  init(pages: Int, duration: Duration, seed: UInt64) {
    self.duration = duration
    generator = SeededGenerator(seed: seed)
    self.pages = (0..<pages).map { SoakPage(number: $0) }
  }

  /// Performs the run.
  ///
  /// - Returns: whether the run found no problem.
  func run() async -> Bool {
    let start = clock.now
    for page in pages {
      do { try await page.load() } catch { problems.append("page \(page.number) did not load: \(error)") }
    }
    await together(until: start + duration / 2)
    await apart(until: start + duration)
    problems += memory.problems
    report("\(talks) conversations, \(pages.reduce(0) { $0 + $1.answers }) answers; \(memory)")
    for problem in problems { report("PROBLEM: \(problem)") }
    return problems.isEmpty
  }

  /// Lets all pages be quiet at the same time. WebKit releases its shared objects only after more than ten seconds.
  private func together(until end: ContinuousClock.Instant) async {
    var pauses = [13, 11, 23] + Self.pauses.shuffled(using: &generator)
    await talkAll()
    while let index = pauses.firstIndex(where: { clock.now + .seconds($0) < end }) {
      let pause = pauses.remove(at: index)
      report("all quiet for \(pause) s")
      try? await clock.sleep(for: .seconds(pause))  // Ignore errors: this task is never cancelled.
      await talkAll()
    }
  }

  /// Lets each page be quiet for its own time.
  private func apart(until end: ContinuousClock.Instant) async {
    report("each quiet for 1 to 60 s")
    await forEachPage { [self] page in
      while clock.now < end {
        let pause = min(.seconds(nextPause()), clock.now.duration(to: end))
        try? await clock.sleep(for: pause)  // Ignore errors: this task is never cancelled.
        await talk(page)
      }
    }
  }

  private func nextPause() -> Int {
    if deck.isEmpty { deck = Self.pauses.shuffled(using: &generator) }
    return deck.removeLast()
  }

  private func talkAll() async {
    await forEachPage { [self] page in await talk(page) }
  }

  private func forEachPage(_ body: @escaping @MainActor (SoakPage) async -> Void) async {
    let tasks = pages.map { page in Task { await body(page) } }
    for task in tasks { await task.value }
  }

  private func talk(_ page: SoakPage) async {
    talks += 1
    let text = String(
      (0..<Int.random(in: 1...400, using: &generator)).map { _ in "aé\0\u{2028}😀\"\\</".randomElement()! })
    let alarm = Task {
      try await clock.sleep(for: Self.talkTimeout)
      report("PROBLEM: page \(page.number) did not end its conversation within \(Self.talkTimeout)")
      exit(1)
    }
    do {
      try await page.talk(text)
    } catch {
      problems.append("page \(page.number): \(error)")
    }
    alarm.cancel()
    memory.note(at: clock.now)
  }
}
