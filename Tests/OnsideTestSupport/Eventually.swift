/// The error of a test that has waited too long.
public struct WaitedTooLong: Error, CustomStringConvertible {
  /// The file and the line of the wait, and its timeout.
  public let description: String
}

/// The time after which a test gives up a wait. The timeout is meant to end only tests that hang, so it is long enough
/// for a machine that is busy with other work.
public let hangTimeout: Duration = .seconds(600)

/// Waits until the condition holds. Tests use this function instead of their own loops, because a loop whose condition
/// never holds would hang without a message.
///
/// - Throws: ``WaitedTooLong``, or the error of the condition.
public func eventually(
  within timeout: Duration = hangTimeout, file: StaticString = #fileID, line: UInt = #line,
  isolation: isolated (any Actor)? = #isolation, _ condition: () async throws -> Bool
) async throws {
  let end = ContinuousClock.now + timeout
  var turns = 0
  while try await !condition() {
    guard ContinuousClock.now < end else {
      throw WaitedTooLong(description: "The condition at \(file):\(line) did not hold within \(timeout).")
    }
    turns += 1
    // After the first turns, the condition depends on another process or thread. The pause leaves the processor to that
    // process or thread.
    if turns < 100 { await Task.yield() } else { try await Task.sleep(for: .milliseconds(min(turns - 99, 20))) }
  }
}
