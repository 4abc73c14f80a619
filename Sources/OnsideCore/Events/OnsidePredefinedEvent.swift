/// The event names that Onside's documentation lists. The documentation mentions further predefined events without
/// their names, so every other name counts as a custom event. Cases may be added later, so switch with `default`.
public enum OnsidePredefinedEvent: String, CaseIterable, Sendable {
  /// A purchase is complete.
  case purchaseCompleted
  /// A subscription has begun.
  case subscriptionStarted
}
