import WebTestSupport

/// A queue of values that callbacks deliver and a test takes.
@MainActor final class Mailbox<Value> {
  private var values: [Value] = []
  private var waiting: (@MainActor (Result<Void, any Error>) -> Void)?

  /// Delivers a value.
  func put(_ value: Value) {
    values.append(value)
    waiting?(.success(()))
    waiting = nil
  }

  /// Returns the next value, and waits for it if there is none.
  func next(
    timeout: Duration = hangTimeout, file: StaticString = #fileID, line: UInt = #line
  ) async throws -> Value {
    if values.isEmpty {
      try await within("the delivery that \(file):\(line) waits for", limit: timeout) { waiting = $0 }
    }
    return values.removeFirst()
  }

  /// Whether the test has taken all values.
  var isEmpty: Bool { values.isEmpty }
}
