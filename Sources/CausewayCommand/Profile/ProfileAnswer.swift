/// Who answers what a person would be asked.
enum ProfileAnswer: String, CaseIterable {
  /// The profile: yes to everything.
  case approve
  /// The profile: no to everything.
  case decline
  /// A person, in a window.
  case ask
}
