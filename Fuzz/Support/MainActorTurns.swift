import Foundation

extension Fuzzer {
  /// Runs the main actor's pending work, in several turns, because work may add new work.
  ///
  /// libFuzzer's callback cannot be asynchronous, so this function runs the main loop inside the callback.
  public static func settleDown(turns: Int = 4) {
    for _ in 0..<turns {
      var isOver = false
      Task { isOver = true }
      while !isOver { _ = RunLoop.main.run(mode: .default, before: .distantPast) }
    }
  }

  /// Runs the main actor's work until the condition is true. Returns false if it does not become true.
  ///
  /// Use it after a clock has advanced or a task was cancelled, because both continue on other threads.
  public static func eventually(_ condition: () -> Bool) -> Bool {
    for _ in 0..<100_000 {
      if condition() { return true }
      settleDown(turns: 1)
    }
    return condition()
  }
}
