import CausewayCurl
import CausewayTransport
import Foundation

/// The deliveries of a store's notifications to the merchant's backend.
struct NotificationSender: Sendable {
  /// The time after which the store is asked again for notifications that are due.
  private static let pause: Duration = .milliseconds(250)
  private static let timeout: Duration = .seconds(15)
  private static let batch = 20

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
    var earlier: [String: String] = [:]
    while !Task.isCancelled {
      do {
        let due = try await store.run { try $0.notifications.due(limit: Self.batch) }
        for statement in isDisturbed ? due.reversed() : due {
          guard !Task.isCancelled else { return }
          let jws = try await statement.signed()
          let isDelivered = await send(jws, loader)
          if isDisturbed, isDelivered {
            _ = await send(jws, loader)
            if let before = earlier[statement.pending.original] { _ = await send(before, loader) }
            earlier[statement.pending.original] = jws
          }
          try await finish(statement.pending, isDelivered)
        }
      } catch {
        log("the notifications cannot be read: \((error as? SandboxProblem)?.cause ?? "\(error)")")
      }
      try? await Task.sleep(for: Self.pause)  // a cancelled task ends at its next check
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
        maximumBytes: 64 << 10)
      if (200...299).contains(answer.status) { return true }
      log("the receiver answered a notification with status \(answer.status)")
    } catch {
      log("a notification could not be sent: \(error)")
    }
    return false
  }
}
