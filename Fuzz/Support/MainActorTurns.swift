import Foundation

extension Fuzzer {
  /// Lets everything that is ready on the main actor run, until nothing new turns up.
  ///
  /// libFuzzer's callback cannot wait, so the main queue is served from within it.
  public static func settleDown(turns: Int = 4) {
    for _ in 0..<turns {
      var isOver = false
      Task { isOver = true }
      while !isOver { _ = RunLoop.main.run(mode: .default, before: .distantPast) }
    }
  }

  /// Lets the main actor run until the condition holds; gives false if it never does.
  ///
  /// Clocks and cancellations run on threads of their own, in their own time.
  public static func eventually(_ condition: () -> Bool) -> Bool {
    for _ in 0..<100_000 {
      if condition() { return true }
      settleDown(turns: 1)
    }
    return condition()
  }
}
