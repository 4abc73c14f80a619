#if os(Linux)
import Causeway
import CausewayGTK

/// Asks a person in a window, one at a time, in the order of the prompts.
@MainActor final class WindowPrompter: Prompter {
  private let turns = Turns<Origin>()
  private let startTimer: GLibTimer.Start
  /// The window of the prompt that is there, for tests.
  private(set) var window: PromptWindow?

  /// - Parameter startTimer: how time passes.
  init(startTimer: @escaping GLibTimer.Start = { GLibTimer($0, $1) }) {
    self.startTimer = startTimer
  }

  func ask(_ prompt: Prompt) async throws -> PromptAnswer {
    let origin = prompt.asker.origin
    let answer = try await turns.inTurn(of: origin) { turn in
      let window = PromptWindow(prompt, offersDeclineAll: turn >= Turns<Origin>.firstRepeated, startTimer: startTimer)
      self.window = window
      window.onDeclineAll = { [turns] in turns.dismiss(origin) }
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
