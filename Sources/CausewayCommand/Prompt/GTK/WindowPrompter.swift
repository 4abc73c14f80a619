#if os(Linux)
import Causeway
import CausewayGTK
import CausewayPrompts

/// A prompter that shows prompts to the user as windows, one at a time, in the order of the calls.
@MainActor final class WindowPrompter: Prompter {
  private let prompts = PromptQueue<Origin>()
  private let startTimer: StartTimer
  /// The window of the current prompt, for tests.
  private(set) var window: PromptWindow?

  /// - Parameter startTimer: starts the timers. Tests pass their own function.
  init(startTimer: @escaping StartTimer = { GLibTimer($0, $1) }) {
    self.startTimer = startTimer
  }

  func ask(_ prompt: Prompt) async throws -> PromptAnswer {
    let origin = prompt.requester.origin
    let answer = try await prompts.inTurn(for: origin) { turn in
      let window = PromptWindow(
        prompt, offersDeclineAll: turn >= PromptQueue<Origin>.firstRepeated, startTimer: startTimer)
      self.window = window
      window.onDeclineAll = { [prompts] in prompts.dismiss(origin) }
      defer {
        window.close()
        self.window = nil
      }
      window.show(before: PageWindow.first)
      return try await window.answer.value()
    }
    return answer ?? .declined
  }
}
#endif
