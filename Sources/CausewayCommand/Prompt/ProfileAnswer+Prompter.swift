extension ProfileAnswer {
  /// Makes sure that there is somebody to ask.
  ///
  /// - Throws: ``UsageError`` for `ask` without a window for a person.
  func check(isHeadless: Bool) throws {
    if self == .ask, isHeadless {
      throw UsageError(
        "\"answer\": \"ask\" in the profile wants a person, and --headless shows no window to one; leave out "
          + "--headless, or let the profile \"approve\" or \"decline\"")
    }
  }

  /// What answers so; one for all protocols, so that their prompts wait for each other.
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
