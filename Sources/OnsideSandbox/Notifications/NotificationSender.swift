import CausewayCurl
import CausewayTransport
import Foundation
import OnsideMerchant

/// The deliveries of a store's notifications to the merchant's backend.
struct NotificationSender: Sendable {
  /// The time after which the store is asked again for notifications that are due.
  private static let pause: Duration = .milliseconds(250)
  /// The pause after a failure of the store itself, which can be permanent, such as a full disk.
  private static let failurePause = GrowingPause(first: pause, longest: .seconds(60))
  private static let timeout: Duration = .seconds(15)

  let store: SandboxStore
  let receiver: URL
  /// Whether each notification is sent twice, and an earlier one about the same order once more after a later one, so that
  /// a backend can be tested.
  let isDisturbed: Bool
  /// Gets a line for each failed delivery. The line contains nothing that identifies a user or an order.
  let log: @Sendable (String) -> Void

  /// Delivers notifications until the task is cancelled.
  func run() async {
    let loader = HTTPLoader(for: receiver, maximumConnections: 2)
    var earlier = EarlierNotifications()
    var failures = 0
    while !Task.isCancelled {
      var pause = Self.pause
      do {
        // Read one notification at a time, so that it shows the state at its delivery even if the delivery before it
        // was slow. Read several only to reorder them.
        let due = try await store.run { try $0.notifications.due(limit: isDisturbed ? 20 : 1) }
        for statement in due.reversed() {
          guard !Task.isCancelled else { return }
          let jws = try await statement.signed()
          let isDelivered = await send(jws, loader)
          // Note the delivery before anything else is sent. If the store cannot note it, the sender pauses first.
          try await finish(statement.pending, isDelivered)
          if isDisturbed, isDelivered {
            _ = await send(jws, loader)
            if let before = earlier.replace(jws, of: statement.pending.original) { _ = await send(before, loader) }
          }
        }
        failures = 0
        if !due.isEmpty { continue }
      } catch {
        failures += 1
        pause = Self.failurePause.duration(afterFailures: failures)
        log(
          "the store cannot read or note its notifications, and tries again in \(pause): "
            + "\((error as? SandboxProblem)?.cause ?? "\(error)")")
      }
      try? await Task.sleep(for: pause)  // a cancelled task ends at its next check
    }
  }

  private func finish(_ notification: PendingNotification, _ isDelivered: Bool) async throws {
    let isKept = try await store.run { store in
      guard !isDelivered else {
        try store.notifications.delivered(notification)
        return true
      }
      return try store.notifications.failed(notification)
    }
    if !isKept { log("a notification was given up after \(NotificationService.maximumAttempts) deliveries") }
  }

  /// Sends a notification.
  ///
  /// - Returns: whether the backend has it: any status from 200 to 299.
  private func send(_ jws: String, _ loader: HTTPLoader) async -> Bool {
    do throws(HTTPLoader.Failure) {
      let answer = try await loader.post(
        receiver, body: Array(jws.utf8), fields: ["Content-Type": "application/jose"], within: Self.timeout,
        maximumBytes: 64 << 10, needsBody: false)
      if (200...299).contains(answer.status) { return true }
      log("\(receiver.absoluteString) answered a notification with status \(answer.status)")
    } catch {
      log("a notification could not be sent to \(receiver.absoluteString): \(Self.text(error))")
    }
    return false
  }

  private static func text(_ failure: HTTPLoader.Failure) -> String {
    switch failure {
    case .timedOut: "there was no answer within \(timeout)"
    case .tooLarge: "the answer is too large"
    case .cancelled: "the store stops"
    case .unreachable(let reason): reason
    }
  }
}

/// The last notifications that were sent, which are sent again after later ones about the same orders.
struct EarlierNotifications {
  /// The number of orders whose last notification is kept. A test has few orders, and one of a subscription is large.
  static let limit = 100

  private var texts: [String: String] = [:]
  /// The orders, sorted by their notifications, the oldest first.
  private var orders: [String] = []

  /// Keeps the notification of an order, and returns the one before it; nil if it is not kept.
  mutating func replace(_ jws: String, of order: String) -> String? {
    let before = texts.updateValue(jws, forKey: order)
    orders.removeAll { $0 == order }
    orders.append(order)
    if orders.count > Self.limit { texts[orders.removeFirst()] = nil }
    return before
  }
}
