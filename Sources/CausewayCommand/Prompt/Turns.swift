import Causeway

/// Lets one prompt at a time go on, in the order in which they came, and no page fill the line.
@MainActor final class Turns {
  /// How many prompts of one origin may wait.
  static let mostWaiting = 16
  /// From which turn in a row on an origin's prompts can all be declined at once.
  static let firstRepeated = 3

  private struct Waiter {
    let origin: Origin
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
  private var counts: [Origin: Int] = [:]
  private var latest: (origin: Origin, turns: Int)?

  /// Does something when it is its turn; nil, without doing it, if too many of the origin wait already, or if they were
  /// dismissed. Throws `CancellationError`, without doing it, if the task is cancelled before.
  ///
  /// - Parameter body: takes how many turns in a row the origin has had, this one included.
  func inTurn<Value>(of origin: Origin, _ body: @MainActor (Int) async throws -> Value) async throws -> Value? {
    if isTaken {
      guard try await hasTurn(origin) else { return nil }
    }
    isTaken = true
    defer { next() }
    try Task.checkCancellation()
    let turns = latest?.origin == origin ? (latest?.turns ?? 0) + 1 : 1
    latest = (origin, turns)
    return try await body(turns)
  }

  /// Lets nobody of an origin wait any longer.
  func dismiss(_ origin: Origin) {
    for (number, waiter) in waiting where waiter.origin == origin {
      leave(number)
      waiter.turn.settle(.success(false))
    }
  }

  private func hasTurn(_ origin: Origin) async throws -> Bool {
    guard counts[origin, default: 0] < Self.mostWaiting else {
      // An answer comes later, never within the message that asks.
      await Task.yield()
      return false
    }
    let waiter = Waiter(origin: origin, turn: Settlement())
    let number = freeNumber
    freeNumber += 1
    waiting[number] = waiter
    counts[origin, default: 0] += 1
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
    let count = counts[waiter.origin, default: 1] - 1
    counts[waiter.origin] = count == 0 ? nil : count
    return waiter
  }

  /// The turn passes on before anybody else can take it: it stays taken while somebody waits.
  private func next() {
    while nextNumber < freeNumber {
      let waiter = leave(nextNumber)
      nextNumber += 1
      // One that was cancelled, and has not yet come to take itself out, does not take the turn.
      if let waiter, waiter.turn.settle(.success(true)) { return }
    }
    isTaken = false
  }
}
