#if os(Linux)
import CausewayJSON
import Foundation
import OnsideMerchant

/// What `causeway-merchant serve` does besides answering requests: the sweep over granted orders, and the delivery of
/// events.
struct BackgroundWork: Sendable {
  private let sweep: OrderSweep?
  private let delivery: EventDelivery?

  init(
    _ options: MerchantServeOptions, _ ledger: any OwnedLedger, metrics: MerchantMetrics, log: ServerLog
  ) throws {
    metrics.prepare(
      sweep: options.sweepRate != nil, events: options.events != nil, notifications: options.acceptsNotifications)
    sweep = try options.sweepRate.map { rate in
      // The sweep has connections of its own, so that the requests for customers do not wait for its requests.
      let client = try options.client(observer: { metrics.calledStore($0, in: $1) })
      return OrderSweep(
        anyLedger: ledger, bundleIDs: options.apps, client: client, verifier: HistoryVerifier(keys: options.keys),
        rate: rate, timeout: options.storeTimeout
      ) { step in
        metrics.swept(step)
        Self.write(step, to: log)
      }
    }
    delivery = try options.events.map { events in
      try EventDelivery(
        anyOutbox: ledger, bundleIDs: options.apps, receiver: events.receiver, secrets: events.secrets
      ) { step in
        metrics.delivered(step)
        Self.write(step, to: log)
      }
    }
  }

  /// Starts the work.
  ///
  /// - Returns: the tasks, which end soon after they are cancelled.
  func start() -> [Task<Void, Never>] {
    [sweep.map { sweep in Task { await sweep.run() } }, delivery.map { delivery in Task { await delivery.run() } }]
      .compactMap { $0 }
  }

  /// Writes what a reader of the log needs to know of the sweep. The lines name orders and no customer.
  static func write(_ step: OrderSweep.Step, to log: ServerLog) {
    switch step {
    case .checked(let order, let decisions):
      let changed = decisions.filter { $0.outcome == .revoked || $0.outcome == .granted }
      guard !changed.isEmpty else { return }
      let text = changed.map { "\($0.orderID.uuidString.lowercased()) \($0.outcome.rawValue)" }.joined(separator: ", ")
      log.write(.info, .sweepChanged, "the sweep found: \(text)", ["order": name(order)])
    case .postponed(let order, let obstacle, let pause):
      log.write(
        .warning, .sweepSkipped,
        "the check of order \(order.uuidString.lowercased()) failed; the sweep makes it again in "
          + "\(text(pause)): \(obstacle)",
        ["order": name(order), "reason": .string(obstacle.code), "seconds": .number(Double(pause.components.seconds))])
    case .paused(let obstacle, let pause):
      log.write(
        .warning, .sweepPaused, "the sweep pauses for \(text(pause)): \(obstacle)",
        ["reason": .string(obstacle.code), "seconds": .number(Double(pause.components.seconds))])
    case .damaged(let order): writeDamaged(order, "its refund cannot arrive", to: log)
    case .took: break
    }
  }

  private static func writeDamaged(_ order: UUID, _ effect: String, to log: ServerLog) {
    log.write(
      .error, .orderDamaged,
      "order \(order.uuidString.lowercased()) is damaged in the ledger, so \(effect): restore the ledger from a backup",
      ["order": name(order)])
  }

  /// Writes what a reader of the log needs to know of the delivery. In an outage that is one line for each pause.
  static func write(_ step: EventDelivery.Step, to log: ServerLog) {
    switch step {
    case .postponed(let event, let reason, let pause, isOutage: false):
      log.write(
        .warning, .eventPostponed,
        "event \(event.id.uuidString.lowercased()) is sent again in \(text(pause)): \(reason)",
        ["event_id": name(event.id), "attempts": .number(Double(event.attempts + 1))])
    case .paused(let obstacle, let pause):
      log.write(
        .error, .eventsPaused, "no events are sent for \(text(pause)): \(obstacle)",
        ["seconds": .number(Double(pause.components.seconds))])
    case .damaged(let order): writeDamaged(order, "its event cannot be sent", to: log)
    case .postponed, .delivered, .waiting: break
    }
  }

  private static func text(_ pause: Duration) -> String {
    pause < .seconds(1) ? "less than a second" : "\(pause.components.seconds) s"
  }

  private static func name(_ id: UUID) -> JSONValue { .string(id.uuidString.lowercased()) }
}

extension OrderSweep.Obstacle {
  /// The code in the log, such as `merchant_api_timed_out`.
  fileprivate var code: String {
    switch self {
    case .store(let error): error.code
    case .ledger(.unavailable): "ledger_unavailable"
    case .ledger: "ledger_failed"
    }
  }
}
#endif
