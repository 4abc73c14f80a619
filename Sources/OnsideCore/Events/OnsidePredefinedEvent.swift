/// The events that Onside names. Its document says that there are more, and does not name them; every other name is that of
/// a custom event. There may be more cases one day: switch with `default`.
public enum OnsidePredefinedEvent: String, CaseIterable, Sendable {
  /// A purchase is complete.
  case purchaseCompleted
  /// A subscription has begun.
  case subscriptionStarted
}
