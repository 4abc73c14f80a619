import CausewayTool

extension ProfileAnswer {
  /// Checks that the command can show prompts to the user, if the profile requires them.
  ///
  /// - Throws: ``UsageError`` for `ask` together with `--headless`.
  func check(isHeadless: Bool) throws {
    if self == .ask, isHeadless {
      throw UsageError(
        "\"answer\": \"ask\" in the profile needs a window for prompts, but --headless shows none; leave out "
          + "--headless, or let the profile \"approve\" or \"decline\"")
    }
  }

  /// Makes the prompter that gives this answer. All protocols use the same prompter, so that only one prompt is shown
  /// at a time.
  @MainActor func prompter() -> any Prompter {
    switch self {
    case .approve: return StandingAnswer.approve
    case .decline: return StandingAnswer.decline
    case .ask:
      #if os(Linux)
      return WindowPrompter()
      #else
      return AlertPrompter()
      #endif
    }
  }
}
