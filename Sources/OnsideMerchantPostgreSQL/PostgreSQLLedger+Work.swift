import Foundation
import OnsideMerchant

extension OrderSweep {
  /// Creates a sweep over a ledger in PostgreSQL. Sweeps of several servers share the work, each at its own rate.
  ///
  /// - Parameters:
  ///   - bundleIDs: The publisher's apps.
  ///   - client: The client of the Merchant API.
  ///   - verifier: A verifier with the store's keys.
  ///   - rate: The maximum number of orders to ask about in a second, more than 0.
  ///   - observer: A closure that gets each step.
  public init(
    ledger: PostgreSQLLedger, bundleIDs: Set<String>, client: MerchantClient, verifier: HistoryVerifier,
    rate: Double = 1, observer: @escaping @Sendable (Step) -> Void = { _ in }
  ) {
    self.init(
      anyLedger: ledger, bundleIDs: bundleIDs, client: client, verifier: verifier, rate: rate, observer: observer)
  }
}

extension EventDelivery {
  /// Creates a delivery of the events of a ledger in PostgreSQL. Deliveries of several servers share the work.
  ///
  /// - Parameters:
  ///   - bundleIDs: The publisher's apps, whose events are delivered.
  ///   - receiver: The URL of the publisher's server, with `https` or on this machine.
  ///   - secrets: The secrets of the signatures, at least one; see ``EventSignature``.
  ///   - observer: A closure that gets each step.
  /// - Throws: `EventDelivery.Failure`: `insecureReceiver`, or `shortSecret`.
  public init(
    outbox: PostgreSQLLedger, bundleIDs: Set<String>, receiver: URL, secrets: [[UInt8]],
    observer: @escaping @Sendable (Step) -> Void = { _ in }
  ) throws(Failure) {
    try self.init(anyOutbox: outbox, bundleIDs: bundleIDs, receiver: receiver, secrets: secrets, observer: observer)
  }
}
