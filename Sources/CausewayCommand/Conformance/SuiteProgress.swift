import CausewayTool

/// A line on a terminal that shows the progress of a suite. It appears after two seconds, and changes every second.
@MainActor final class SuiteProgress {
  private let suite: String
  private let start = ContinuousClock.now
  private var step = ""
  private var updates: Task<Void, any Error>?
  private static let delay = Duration.seconds(2)

  /// Schedules the line. No line appears without a terminal, or with `--verbose`, whose own lines show the progress.
  init(of suite: String, isVerbose: Bool) {
    self.suite = suite
    guard StandardError.isTerminal, !isVerbose else { return }
    updates = Task { [weak self] in
      try await Task.sleep(for: Self.delay)
      while let self {
        StandardError.show(progress: line)
        try await Task.sleep(for: .seconds(1))
      }
    }
  }

  /// Sets the text about the current host.
  func begin(host number: Int, of count: Int, description: String) {
    step = "host \(number) of \(count), where \(description)"
  }

  /// Removes the line.
  func end() {
    updates?.cancel()
    updates = nil
    StandardError.removeProgress()
  }

  private var line: String {
    let seconds = Int((ContinuousClock.now - start) / .seconds(1))
    return "checking \(suite), \(seconds) s: \(step)"
  }
}
