#if os(Linux)
import CWebKitGTK

/// Asks a person in a window, one at a time, in the order of the prompts.
@MainActor final class WindowPrompter: Prompter {
  /// Calls something once after a time, unless what it gives is let go before.
  typealias StartTimer = @MainActor (Duration, @escaping @MainActor () -> Void) -> AnyObject

  /// How long a prompt is seen before it can be approved; see ``ApprovalDelay``.
  static let approvalDelay = Duration.seconds(1)

  private let turns = Turns()
  private let startTimer: StartTimer
  /// The window of the prompt that is there, for tests.
  private(set) var window: PromptWindow?

  /// - Parameter startTimer: how time passes.
  init(startTimer: @escaping StartTimer = { GLibTimer($0, $1) }) {
    self.startTimer = startTimer
  }

  func ask(_ prompt: Prompt) async throws -> PromptAnswer {
    let origin = prompt.asker.origin
    let answer = try await turns.inTurn(of: origin) { turn in
      let window = PromptWindow(prompt, offersDeclineAll: turn >= Turns.firstRepeated, startTimer: startTimer)
      self.window = window
      window.onDeclineAll = { [turns] in turns.dismiss(origin) }
      defer {
        window.close()
        self.window = nil
        // It may be no callback of GLib's that brought us here: GLib is to look what has changed.
        g_main_context_wakeup(nil)
      }
      window.show(before: Self.pageWindow)
      g_main_context_wakeup(nil)
      return try await window.answer.value()
    }
    return answer ?? .declined
  }

  /// The window that shows the page, if there is one.
  private static var pageWindow: UnsafeMutablePointer<GtkWindow>? {
    let windows = gtk_window_list_toplevels()
    defer { g_list_free(windows) }
    var place = windows
    while let item = place {
      let window = item.pointee.data.assumingMemoryBound(to: GtkWindow.self)
      let child = gtk_window_get_child(window)
      let widget = UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkWidget.self)
      if let child, g_type_check_instance_is_a(child.cast(to: GTypeInstance.self), webkit_web_view_get_type()) != 0,
        gtk_widget_get_visible(widget) != 0
      {
        return window
      }
      place = item.pointee.next
    }
    return nil
  }
}
#endif
