/// A type that answers prompts.
@MainActor protocol Prompter {
  /// Shows a prompt and returns the answer.
  ///
  /// If the task is cancelled, the prompt is closed and the method throws `CancellationError`, because the requesting
  /// page is gone.
  func ask(_ prompt: Prompt) async throws -> PromptAnswer
}

/// A prompter that gives the same answer to every prompt without asking the user.
enum StandingAnswer: Prompter {
  /// Approves every prompt, with the prompt's suggested picture if there is one.
  case approve
  /// Declines every prompt.
  case decline

  func ask(_ prompt: Prompt) async throws -> PromptAnswer {
    // The user's answer always comes after the request's message has been handled, so this answer must not be immediate
    // either.
    await Task.yield()
    try Task.checkCancellation()
    return switch self {
    case .approve: .approved(picture: prompt.picture?.suggestion)
    case .decline: .declined
    }
  }
}
