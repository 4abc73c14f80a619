/// A queue that shows prompts one at a time, in the order in which they were requested.
///
/// `Requester` identifies the page that requests a prompt, for example by its `Origin`. The queue holds a limited
/// number of prompts for each requester, because otherwise one page could keep the prompts of all other pages waiting.
@MainActor package final class PromptQueue<Requester: Hashable> {
  /// The maximum number of waiting prompts of one requester.
  package static var maximumWaiting: Int { 16 }
  /// The minimum number of consecutive prompts of one requester at which the user can decline all its prompts at once.
  package static var firstRepeated: Int { 3 }

  private struct Waiter {
    let requester: Requester
    /// The end of the wait: true if the prompt may be shown, false if it was dismissed.
    let turn: OneShot<Bool>
  }

  private var isTaken = false
  /// The waiting prompts by their numbers. A number is missing if its prompt left the queue before its turn.
  private var waiting: [Int: Waiter] = [:]
  /// The number of the prompt that is shown next.
  private var nextNumber = 0
  /// The number that the next waiting prompt gets.
  private var freeNumber = 0
  private var counts: [Requester: Int] = [:]
  private var latest: (requester: Requester, turns: Int)?

  /// Creates an empty queue.
  package init() {}

  /// Runs `body` when it is the prompt's turn. Returns nil, without running `body`, if ``take(for:)`` returns nil.
  ///
  /// - Parameter body: receives the number of consecutive prompts of the requester, including this one.
  package func inTurn<Value>(
    for requester: Requester, _ body: @MainActor (Int) async throws -> Value
  ) async throws -> Value? {
    guard let turns = try await take(for: requester) else { return nil }
    defer { pass() }
    return try await body(turns)
  }

  /// Waits for a turn. A caller that gets a turn must call ``pass()`` once.
  ///
  /// - Returns: the number of consecutive prompts of the requester, including this one. Nil, without a turn, if
  ///   ``maximumWaiting`` prompts of the requester are already waiting, or if its prompts were dismissed.
  /// - Throws: `CancellationError`, without a turn, if the task is cancelled before its turn.
  package func take(for requester: Requester) async throws -> Int? {
    if isTaken {
      guard try await hasTurn(requester) else { return nil }
    }
    isTaken = true
    guard !Task.isCancelled else {
      pass()
      throw CancellationError()
    }
    let turns = latest?.requester == requester ? (latest?.turns ?? 0) + 1 : 1
    latest = (requester, turns)
    return turns
  }

  /// Removes all waiting prompts of a requester.
  package func dismiss(_ requester: Requester) {
    for (number, waiter) in waiting where waiter.requester == requester {
      leave(number)
      waiter.turn.settle(.success(false))
    }
  }

  private func hasTurn(_ requester: Requester) async throws -> Bool {
    guard counts[requester, default: 0] < Self.maximumWaiting else {
      // Answer in a later turn of the main actor, because callers rely on receiving the answer only after the message
      // that requested the prompt was read.
      await Task.yield()
      return false
    }
    let waiter = Waiter(requester: requester, turn: OneShot())
    let number = freeNumber
    freeNumber += 1
    waiting[number] = waiter
    counts[requester, default: 0] += 1
    do {
      return try await waiter.turn.value()
    } catch {
      leave(number)
      throw error
    }
  }

  /// Removes a waiting prompt, if it still waits.
  @discardableResult private func leave(_ number: Int) -> Waiter? {
    guard let waiter = waiting.removeValue(forKey: number) else { return nil }
    let count = counts[waiter.requester, default: 1] - 1
    counts[waiter.requester] = count == 0 ? nil : count
    return waiter
  }

  /// Ends a turn and starts the turn of the next waiting prompt. ``isTaken`` stays true in between, so that a prompt
  /// that is requested now cannot overtake the waiting ones.
  package func pass() {
    while nextNumber < freeNumber {
      let waiter = leave(nextNumber)
      nextNumber += 1
      // A cancelled prompt whose task has not run yet is still in the queue. Its turn is settled, so it is skipped.
      if let waiter, waiter.turn.settle(.success(true)) { return }
    }
    isTaken = false
  }
}
