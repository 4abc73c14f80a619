import Foundation

/// A ledger whose changes are also events for the publisher's server. An event is stored in the transaction of its
/// decision, so no change is lost, and is removed when it was delivered.
///
/// There is at most one event for each order: a change replaces an event of the same order that was not delivered, and an
/// event shows the order's state at its delivery.
package protocol EventOutbox: Sendable {
  /// Takes events whose delivery is due, those that have waited longest first. A taken event is due again after 2 minutes
  /// unless it is removed or postponed before.
  ///
  /// - Parameter apps: The apps whose events to take. Another backend delivers those of its own apps.
  func takeDueEvents(of apps: Set<ExactText>, limit: Int) async throws(LedgerError) -> [OrderEvent]

  /// Removes an event that was delivered. If a later change has replaced the event, the later one stays.
  func remove(_ event: OrderEvent) async throws(LedgerError)

  /// Postpones an event whose delivery failed, and counts the failure.
  func postpone(_ event: OrderEvent, by pause: Duration) async throws(LedgerError)

  /// Returns how many events wait, counted up to a limit, and for how long.
  func backlog(of apps: Set<ExactText>, atMost limit: Int) async throws(LedgerError) -> OutboxBacklog
}

/// The events that were not delivered yet.
package struct OutboxBacklog: Hashable, Sendable {
  /// The number of events, up to the limit of the call.
  package let count: Int
  /// The age of the oldest of these events; nil if there are none.
  package let age: Duration?

  /// Creates the backlog that an ``EventOutbox`` reports.
  package init(count: Int, age: Duration?) {
    self.count = count
    self.age = age
  }
}
