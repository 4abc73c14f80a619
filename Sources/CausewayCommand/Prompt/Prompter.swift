/// Answers prompts.
@MainActor protocol Prompter {
  /// Puts a prompt and gives the answer.
  ///
  /// Cancelling the task withdraws the prompt, since whoever asked is gone: it then throws `CancellationError`.
  func ask(_ prompt: Prompt) async throws -> PromptAnswer
}

/// The same answer to every prompt, without asking anybody.
enum StandingAnswer: Prompter {
  /// Yes, with the picture that the prompt suggests, if any.
  case approve
  /// No.
  case decline

  func ask(_ prompt: Prompt) async throws -> PromptAnswer {
    // A person's answer comes later, never within the message that asks.
    await Task.yield()
    try Task.checkCancellation()
    return switch self {
    case .approve: .approved(picture: prompt.picture?.suggestion)
    case .decline: .declined
    }
  }
}
