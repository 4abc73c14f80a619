#if os(Linux)
/// A panel of the inspector with the state of one protocol.
@MainActor protocol ProtocolPanel: AnyObject {
  /// Shows the current state. Is called soon after messages have passed.
  func refresh() async
}

/// The panels of a simulated app. They are refreshed together, and not for each message.
@MainActor final class ProtocolPanels {
  private static let pause: Duration = .milliseconds(100)

  private let panels: [any ProtocolPanel]
  private var isScheduled = false

  init(_ panels: [any ProtocolPanel]) {
    self.panels = panels
    scheduleRefresh()
  }

  func scheduleRefresh() {
    guard !isScheduled, !panels.isEmpty else { return }
    isScheduled = true
    Task {
      try? await Task.sleep(for: Self.pause)  // nothing cancels this task
      isScheduled = false
      for panel in panels { await panel.refresh() }
    }
  }
}
#endif
