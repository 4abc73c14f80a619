/// The way in which prompts to the user are answered.
enum ProfileAnswer: String, CaseIterable {
  /// The profile approves every prompt.
  case approve
  /// The profile declines every prompt.
  case decline
  /// The user answers the prompts in a window.
  case ask
}
