import Foundation

/// A ledger whose changes are also events for the publisher's server. An event is stored in the transaction of its
/// decision, so no change is lost, and is removed when it was delivered.
///
/// There is at most one event for each order: a change replaces an event of the same order that was not delivered, and an
/// event shows the order's state at its delivery.
package protocol EventOutbox: Sendable {
  /// Returns whether each change of a granted order becomes an event.
  func recordsEvents() async throws(LedgerError) -> Bool

  /// Sets whether each change of a granted order becomes an event. The ledger remembers the setting, because every
  /// process that decides must use the same one: otherwise the events of some changes would be lost. If changes no
  /// longer become events, the events that wait are removed.
  func setRecordsEvents(_ isOn: Bool) async throws(LedgerError)

  /// Makes an event for each granted order, in place of one that waits, so that the publisher's server learns all states.
  ///
  /// - Returns: The number of events.
  func repeatEvents() async throws(LedgerError) -> Int

  /// Takes events whose delivery is due, those that have waited longest first. A taken event is due again after 2 minutes
  /// unless it is removed or postponed before.
  ///
  /// - Parameter apps: The apps whose events to take. Another backend delivers those of its own apps.
  func takeDueEvents(of apps: Set<ExactText>, limit: Int) async throws(LedgerError) -> DueEvents

  /// Notes the results of deliveries, all at once. If a later change has replaced an event, the later one stays as it is.
  func note(_ deliveries: [(event: OrderEvent, result: DeliveryResult)]) async throws(LedgerError)

  /// Returns how many events wait, counted up to a limit, and for how long.
  func backlog(of apps: Set<ExactText>, atMost limit: Int) async throws(LedgerError) -> OutboxBacklog
}

/// The events that were taken from a ledger.
package struct DueEvents: Hashable, Sendable {
  package let events: [OrderEvent]
  /// The orders whose events are due and whose rows are damaged or missing. Their events are postponed by a day, so that
  /// they do not stop the others.
  package let damaged: [UUID]

  package init(events: [OrderEvent], damaged: [UUID]) {
    self.events = events
    self.damaged = damaged
  }
}

/// The result of the delivery of a taken event.
package enum DeliveryResult: Hashable, Sendable {
  /// The event is removed.
  case delivered
  /// The delivery failed, which is counted. The event is due again after the pause.
  case failed(Duration)
  /// The event was not sent, so it is due at once.
  case notSent
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
