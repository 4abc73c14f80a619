import CausewayHTTP

/// Runs the commands of a session one after the other, in the order in which they came (WebDriver, "request queue").
///
/// Otherwise a command could run while another one leads the engine through the frames.
actor CommandQueue {
  private var isBusy = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Runs a command when the commands before it have ended.
  ///
  /// A command that has begun runs to its end even if the task is cancelled. Half of a command could leave the engine
  /// in another frame, or a button pressed.
  ///
  /// - Returns: the answer; nil if the task was cancelled before the command began.
  func run(_ command: @escaping @Sendable () async -> HTTPResponse) async -> HTTPResponse? {
    if isBusy {
      await withCheckedContinuation { waiting.append($0) }
    } else {
      isBusy = true
    }
    defer { if waiting.isEmpty { isBusy = false } else { waiting.removeFirst().resume() } }
    guard !Task.isCancelled else { return nil }
    return await Task { await command() }.value
  }
}
