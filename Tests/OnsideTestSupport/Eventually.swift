/// The error of a test that has waited too long.
public struct WaitedTooLong: Error, CustomStringConvertible {
  /// Names the file and the line of the wait, and the time.
  public let description: String
}

/// Waits until the condition holds. Tests use it instead of their own loops, because a loop whose condition never holds
/// would hang without a message.
///
/// - Throws: ``WaitedTooLong``, or the error of the condition.
public func eventually(
  within timeout: Duration = .seconds(60), file: StaticString = #fileID, line: UInt = #line,
  isolation: isolated (any Actor)? = #isolation, _ condition: () async throws -> Bool
) async throws {
  let end = ContinuousClock.now + timeout
  while try await !condition() {
    guard ContinuousClock.now < end else {
      throw WaitedTooLong(description: "The condition at \(file):\(line) did not hold within \(timeout).")
    }
    await Task.yield()
  }
}
