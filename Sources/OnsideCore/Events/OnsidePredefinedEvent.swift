/// The event names that Onside's documentation lists. The documentation says that there are more, but does not name
/// them; every other name is that of a custom event. Cases may be added later, so switch with `default`.
public enum OnsidePredefinedEvent: String, CaseIterable, Sendable {
  /// A purchase is complete.
  case purchaseCompleted
  /// A subscription has begun.
  case subscriptionStarted
}
