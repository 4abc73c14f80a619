#if os(Linux)
/// A panel of the inspector with the state of one protocol.
@MainActor protocol ProtocolPanel: AnyObject {
  /// Shows the current state. Called soon after messages have passed.
  func refresh() async
}

/// The panels of a simulated app. They are refreshed together, and not for each message.
@MainActor final class ProtocolPanels {
  private static let pause: Duration = .milliseconds(100)

  private let panels: [any ProtocolPanel]
  /// Whether the panels are being refreshed, or will be soon.
  private var isRunning = false
  /// Whether something has changed since the last refresh began.
  private var isDirty = false

  init(_ panels: [any ProtocolPanel]) {
    self.panels = panels
    scheduleRefresh()
  }

  func scheduleRefresh() {
    isDirty = true
    guard !isRunning, !panels.isEmpty else { return }
    isRunning = true
    Task {
      // A panel's older state must not replace a newer one, so only one refresh runs at a time.
      while isDirty {
        try? await Task.sleep(for: Self.pause)  // nothing cancels this task
        isDirty = false
        for panel in panels { await panel.refresh() }
      }
      isRunning = false
    }
  }
}
#endif
