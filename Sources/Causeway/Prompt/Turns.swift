/// Lets one prompt at a time go on, in the order in which they came, and no page fill the line.
///
/// Who asks is known by `Asker`, such as an ``Origin``.
@MainActor package final class Turns<Asker: Hashable> {
  /// How many prompts of one asker may wait.
  package static var mostWaiting: Int { 16 }
  /// From which turn in a row on an asker's prompts can all be declined at once.
  package static var firstRepeated: Int { 3 }

  private struct Waiter {
    let asker: Asker
    /// Ends with whether it has its turn.
    let turn: Settlement<Bool>
  }

  private var isTaken = false
  /// By the number that each drew; what left before its turn is missing.
  private var waiting: [Int: Waiter] = [:]
  /// The number whose turn is next.
  private var nextNumber = 0
  /// The number that who comes next draws.
  private var freeNumber = 0
  private var counts: [Asker: Int] = [:]
  private var latest: (asker: Asker, turns: Int)?

  package init() {}

  /// Does something when it is its turn; nil, without doing it, where ``take(of:)`` gives nil.
  ///
  /// - Parameter body: takes how many turns in a row the asker has had, this one included.
  package func inTurn<Value>(of asker: Asker, _ body: @MainActor (Int) async throws -> Value) async throws -> Value? {
    guard let turns = try await take(of: asker) else { return nil }
    defer { pass() }
    return try await body(turns)
  }

  /// Waits for its turn, and says how many in a row the asker has had, this one included; nil, without one, if too many of
  /// the asker's wait already, or if they were dismissed. Throws `CancellationError`, without one, if the task is cancelled
  /// before.
  ///
  /// Whoever gets a turn calls ``pass()`` once.
  package func take(of asker: Asker) async throws -> Int? {
    if isTaken {
      guard try await hasTurn(asker) else { return nil }
    }
    isTaken = true
    guard !Task.isCancelled else {
      pass()
      throw CancellationError()
    }
    let turns = latest?.asker == asker ? (latest?.turns ?? 0) + 1 : 1
    latest = (asker, turns)
    return turns
  }

  /// Lets nothing of an asker's wait any longer.
  package func dismiss(_ asker: Asker) {
    for (number, waiter) in waiting where waiter.asker == asker {
      leave(number)
      waiter.turn.settle(.success(false))
    }
  }

  private func hasTurn(_ asker: Asker) async throws -> Bool {
    guard counts[asker, default: 0] < Self.mostWaiting else {
      // An answer comes later, never within the message that asks.
      await Task.yield()
      return false
    }
    let waiter = Waiter(asker: asker, turn: Settlement())
    let number = freeNumber
    freeNumber += 1
    waiting[number] = waiter
    counts[asker, default: 0] += 1
    do {
      return try await waiter.turn.value()
    } catch {
      leave(number)
      throw error
    }
  }

  /// Takes one out of the line, if it is still there.
  @discardableResult private func leave(_ number: Int) -> Waiter? {
    guard let waiter = waiting.removeValue(forKey: number) else { return nil }
    let count = counts[waiter.asker, default: 1] - 1
    counts[waiter.asker] = count == 0 ? nil : count
    return waiter
  }

  /// Passes the turn on, before anybody else can take it: it stays taken while somebody waits.
  package func pass() {
    while nextNumber < freeNumber {
      let waiter = leave(nextNumber)
      nextNumber += 1
      // One that was cancelled, and has not yet come to take itself out, does not take the turn.
      if let waiter, waiter.turn.settle(.success(true)) { return }
    }
    isTaken = false
  }
}
