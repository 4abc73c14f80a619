#if os(Linux)
import CausewayTool
import Foundation
import OnsideMerchant

/// The metrics of `causeway-merchant serve`, which `GET /metrics` answers in Prometheus' text format.
final class MerchantMetrics: @unchecked Sendable {  // the lock protects the families
  static let contentType = "text/plain; version=0.0.4; charset=utf-8"
  private static let prefix = "causeway_merchant_"

  private let lock = NSLock()
  private var requests = counter(
    "requests_total", ["route", "status", "outcome"],
    "Answered requests. The outcome is ok or the code of the refusal. The route is none if the path does "
      + "not exist or the request was refused before it was read.")
  private var replacedAnswers = counter(
    "replaced_answers_total", ["status"],
    "Answers that the server replaced by an error with this status: 503 without room for the answer, 500 for a fault "
      + "of the program. requests_total counts the answer that was replaced.")
  private var requestSeconds = histogram("request_duration_seconds", ["route"], "Time until a request was answered.")
  private var inFlight = gauge("requests_in_flight", [], "Requests that are being answered now.")
  private var clientRequests = counter(
    "client_requests_total", ["client"], "Requests with the secret of a client, by the client's name.")
  private var decisions = counter("decisions_total", ["decision"], "Decisions of the ledger about orders.")
  private var unconfirmed = counter(
    "unconfirmed_orders_total", ["reason"], "Orders that the Merchant API did not confirm.")
  private var ledgerCalls = counter("ledger_calls_total", ["call", "outcome"], "Calls of the ledger.")
  private var ledgerSeconds = histogram("ledger_call_duration_seconds", ["call"], "Time of the ledger's calls.")
  private var storeCalls = counter(
    "store_calls_total", ["outcome"], "Requests to the store's Merchant API, with each retry.")
  private var storeSeconds = histogram("store_call_duration_seconds", [], "Time of the requests to the Merchant API.")
  private var keyAge = gauge(
    "key_set_age_seconds", ["location"], "Time since the store's keys were fetched; absent before the first fetch.")
  private var keyCount = gauge("key_set_keys", ["location"], "Number of the store's keys.")
  private var keyFailure = gauge(
    "key_set_fetch_failed", ["location"], "1 if the last fetch of the store's keys failed, else 0.")
  private var ready = gauge("ready", ["check"], "1 if the check of /readyz succeeded the last time, else 0.")
  private var sweepChecks = counter(
    "sweep_checks_total", ["outcome"],
    "Orders that the sweep asked the store about: checked, skipped because the check failed, or damaged in the ledger."
  )
  private var sweepLag = gauge(
    "sweep_lag_seconds", [],
    "Time for which the sweep's oldest due check waits; 0 if none is due. Orders from before an upgrade of the ledger "
      + "do not count.")
  private var sweepRunning = gauge("sweep_running", [], "1 if the sweep works, 0 if it pauses after a failure.")
  private var deliveries = counter(
    "event_deliveries_total", ["outcome"], "Deliveries of events: delivered, failed, or damaged in the ledger.")
  private var waitingEvents = gauge("events_waiting", [], "Events that were not delivered yet, up to 100000.")
  private var eventAge = gauge("events_oldest_age_seconds", [], "Age of the oldest event that waits; 0 for none.")
  private var notifications = counter(
    "notifications_total", ["outcome"], "Notifications of the store: ok, or the code of the refusal.")
  private var ledgerBytes = gauge("ledger_file_bytes", ["file"], "Size of the ledger's files in SQLite.")
  private var build = gauge("build_info", ["version"], "1, with the program's version.")

  private static func counter(_ name: String, _ labels: [String], _ help: String) -> MetricFamily {
    MetricFamily(prefix + name, .counter, labels: labels, help)
  }
  private static func gauge(_ name: String, _ labels: [String], _ help: String) -> MetricFamily {
    MetricFamily(prefix + name, .gauge, labels: labels, help)
  }
  private static func histogram(_ name: String, _ labels: [String], _ help: String) -> MetricFamily {
    MetricFamily(prefix + name, .histogram, labels: labels, help)
  }

  /// - Parameter clients: the names of the clients.
  init(clients: [String]) {
    _ = ProcessMetrics.start  // Otherwise the start would be the time of the first reading of the metrics.
    inFlight.prepare([])
    for status in ["500", "503"] { replacedAnswers.prepare([status]) }
    for client in clients { clientRequests.prepare([client]) }
    unconfirmed.prepare(["merchant_api_unavailable"])
    for outcome in LedgerDecision.Outcome.allCases { decisions.prepare([outcome.rawValue]) }
    for call in ObservedLedger.Call.allCases {
      for outcome in ["ok", "failed"] { ledgerCalls.prepare([call.rawValue, outcome]) }
    }
    for outcome in ["ok", "merchant_api_unauthorized", "merchant_api_unavailable"] { storeCalls.prepare([outcome]) }
    build.set(1, [Tool.versionNumber])
  }

  // MARK: Events

  func began() { lock.withLock { inFlight.add(1, []) } }

  func answered(_ route: MerchantRoute, status: Int, outcome: String, client: String?, in time: Duration) {
    lock.withLock {
      inFlight.add(-1, [])
      requests.add(1, [route.rawValue, "\(status)", outcome])
      requestSeconds.observe(time / .seconds(1), [route.rawValue])
      if let client { clientRequests.add(1, [client]) }
    }
  }

  /// Counts an answer that the HTTP server made without a handler.
  func refused(status: Int) {
    lock.withLock { requests.add(1, [MerchantRoute.none.rawValue, "\(status)", "refused"]) }
  }

  /// Counts an answer that the HTTP server sent in place of the handler's, which is counted already.
  func replaced(status: Int) { lock.withLock { replacedAnswers.add(1, ["\(status)"]) } }

  func decided(_ validation: Validation) {
    lock.withLock {
      for decision in validation.decisions { decisions.add(1, [decision.outcome.rawValue]) }
      for error in validation.unconfirmed.values { unconfirmed.add(1, [error.code]) }
    }
  }

  /// Counts the order of a validation that failed because the Merchant API did not confirm the order.
  func leftUnconfirmed(_ reason: ConfirmationError) { lock.withLock { unconfirmed.add(1, [reason.code]) } }

  func calledLedger(_ call: ObservedLedger.Call, succeeded: Bool, in time: Duration) {
    lock.withLock {
      ledgerCalls.add(1, [call.rawValue, succeeded ? "ok" : "failed"])
      ledgerSeconds.observe(time / .seconds(1), [call.rawValue])
    }
  }

  func calledStore(_ error: MerchantError?, in time: Duration) {
    lock.withLock {
      // An unknown order counts as a success, because the store has answered the request.
      let outcome = error.map { $0 == .unknownOrder ? "ok" : $0.code } ?? "ok"
      storeCalls.add(1, [outcome])
      storeSeconds.observe(time / .seconds(1), [])
    }
  }

  // MARK: Work beside the requests

  /// Creates the series of the work that the server does, with the value 0.
  func prepare(sweep: Bool, events: Bool, notifications: Bool) {
    lock.withLock {
      if sweep {
        for outcome in ["checked", "skipped", "damaged"] { sweepChecks.prepare([outcome]) }
        sweepLag.prepare([])
        sweepRunning.set(1, [])
      }
      if events {
        for outcome in ["delivered", "failed", "damaged"] { deliveries.prepare([outcome]) }
        waitingEvents.prepare([])
        eventAge.prepare([])
      }
      if notifications { self.notifications.prepare(["ok"]) }
    }
  }

  func swept(_ step: OrderSweep.Step) {
    lock.withLock {
      switch step {
      case .checked(_, let found):
        sweepChecks.add(1, ["checked"])
        sweepRunning.set(1, [])
        for decision in found { decisions.add(1, [decision.outcome.rawValue]) }
      case .postponed: sweepChecks.add(1, ["skipped"])
      case .damaged: sweepChecks.add(1, ["damaged"])
      case .paused: sweepRunning.set(0, [])
      case .took(let lag):
        sweepLag.set(lag.map { $0 / .seconds(1) } ?? 0, [])
        // Nothing is due, so no check can show that an outage is over.
        if lag == nil { sweepRunning.set(1, []) }
      }
    }
  }

  func delivered(_ step: EventDelivery.Step) {
    lock.withLock {
      switch step {
      case .delivered: deliveries.add(1, ["delivered"])
      case .postponed: deliveries.add(1, ["failed"])
      case .damaged: deliveries.add(1, ["damaged"])
      case .paused: break
      case .waiting(let count, let age):
        waitingEvents.set(Double(count), [])
        eventAge.set(age.map { $0 / .seconds(1) } ?? 0, [])
      }
    }
  }

  /// - Parameter decisions: the decisions of an accepted notification.
  func notified(_ outcome: String, _ found: [LedgerDecision]) {
    lock.withLock {
      notifications.add(1, [outcome])
      for decision in found { decisions.add(1, [decision.outcome.rawValue]) }
    }
  }

  // MARK: States

  func setKeys(_ status: KeySetStatus, of location: String) {
    lock.withLock {
      if let age = status.age { keyAge.set(age / .seconds(1), [location]) }
      keyCount.set(Double(status.keyCount), [location])
      keyFailure.set(status.failure == nil ? 0 : 1, [location])
    }
  }

  func setReady(_ isReady: Bool, _ check: String) { lock.withLock { ready.set(isReady ? 1 : 0, [check]) } }

  /// - Parameter sizes: the ledger's files by their kind.
  func setLedgerFiles(_ sizes: [(kind: String, bytes: Int)]) {
    lock.withLock {
      ledgerBytes.removeAll()
      for (kind, bytes) in sizes { ledgerBytes.set(Double(bytes), [kind]) }
    }
  }

  /// All metrics as text.
  var text: String {
    let own = lock.withLock {
      [
        requests, replacedAnswers, requestSeconds, inFlight, clientRequests, decisions, unconfirmed, ledgerCalls,
        ledgerSeconds,
        ledgerBytes, sweepChecks, sweepLag, sweepRunning, deliveries, waitingEvents, eventAge, notifications,
        storeCalls, storeSeconds, keyAge, keyCount, keyFailure, ready, build,
      ]
    }
    return (own + ProcessMetrics.families()).flatMap(\.lines).map { $0 + "\n" }.joined()
  }
}
#endif
