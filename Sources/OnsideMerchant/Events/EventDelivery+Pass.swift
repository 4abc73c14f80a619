import CausewayCurl
import CausewayJOSE
import Foundation

/// The delivery of the events that are due, some at the same time.
extension EventDelivery {
  /// Delivers events until the task is cancelled.
  public func run() async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await deliver() }
      // A receiver that does not answer must not delay the report that events wait.
      group.addTask { await report() }
    }
  }

  private func deliver() async {
    var outage = Outage(pause: Self.outagePause)
    while !Task.isCancelled {
      do throws(Obstacle) {
        if try await pass(&outage) == 0 { await Self.sleep(idlePause) }
      } catch {
        guard !Task.isCancelled else { return }
        let pause = outage.beginPause(demanded: nil)
        observer(.paused(error, pause))
        await Self.sleep(pause)
      }
    }
  }

  private func report() async {
    while !Task.isCancelled {
      // Report no failure of the ledger here, because the delivery reports it.
      if let backlog = try? await outbox.backlog(of: apps, atMost: Self.mostCounted) {
        observer(.waiting(count: backlog.count, age: backlog.age))
      }
      await Self.sleep(reportInterval)
    }
  }

  /// Delivers the events that are due now, once each.
  ///
  /// - Returns: The number of events that were sent.
  /// - Throws: ``Obstacle`` in an outage. The events that were not sent stay due.
  package func pass() async throws(Obstacle) -> Int {
    var outage = Outage(pause: Self.outagePause)
    return try await pass(&outage)
  }

  private func pass(_ outage: inout Outage) async throws(Obstacle) -> Int {
    var count = 0
    while !Task.isCancelled {
      let last: Reason?
      do throws(LedgerError) {
        let due = try await outbox.takeDueEvents(of: apps, limit: Self.batch)
        for order in due.damaged { observer(.damaged(order: order)) }
        let events = due.events
        guard !(events.isEmpty && due.damaged.isEmpty) else { break }
        count += events.count
        last = try await note(events, await send(events), &outage)
      } catch {
        throw .ledger(error)
      }
      if outage.isOn, let last { throw .receiver(last) }
    }
    return count
  }

  /// Sends events at the same time.
  ///
  /// - Returns: The reasons why events were not delivered.
  private func send(_ events: [OrderEvent]) async -> [UUID: Reason] {
    await withTaskGroup(of: (UUID, Reason?).self) { group in
      for event in events { group.addTask { (event.id, await send(event)) } }
      return await group.reduce(into: [:]) { reasons, result in reasons[result.0] = result.1 }
    }
  }

  /// Notes the results in the outbox.
  ///
  /// - Returns: The reason of the last failure; nil for none.
  private func note(
    _ events: [OrderEvent], _ reasons: [UUID: Reason], _ outage: inout Outage
  ) async throws(LedgerError) -> Reason? {
    var deliveries: [(event: OrderEvent, result: DeliveryResult)] = []
    var delivered: [OrderEvent] = []
    var postponed: [(event: OrderEvent, reason: Reason, pause: Duration)] = []
    for event in events {
      guard let reason = reasons[event.id] else {
        deliveries.append((event, .delivered))
        delivered.append(event)
        outage.noteSuccess()
        continue
      }
      // The task's cancellation is not the receiver's failure, so the event stays due.
      guard !Task.isCancelled else {
        deliveries.append((event, .notSent))
        continue
      }
      let pause = Self.eventPause.random(afterFailures: event.attempts + 1)
      deliveries.append((event, .failed(pause)))
      postponed.append((event, reason, pause))
      outage.noteFailure(of: event.orderID)
    }
    try await outbox.note(deliveries)
    for event in delivered { observer(.delivered(event)) }
    for (event, reason, pause) in postponed {
      observer(.postponed(event, reason, pause, isOutage: outage.isOn))
    }
    return postponed.last?.reason
  }

  /// Sends an event once.
  ///
  /// - Returns: The reason why it was not delivered; nil if it was.
  private func send(_ event: OrderEvent) async -> Reason? {
    let body = event.json.jsonBytes
    var fields: [String: String]
    do throws(SigningKeyError) {
      fields = try EventSignature.fields(
        id: event.id.uuidString.lowercased(), at: Date(), body: body, secrets: secrets)
    } catch {
      return .unreachable("the event could not be signed")
    }
    fields["Content-Type"] = "application/json"
    do throws(HTTPLoader.Failure) {
      let answer = try await loader.post(
        receiver, body: body, fields: fields, within: Self.timeout, maximumBytes: 64 << 10, needsBody: false)
      return (200...299).contains(answer.status) ? nil : .status(answer.status)
    } catch {
      switch error {
      case .timedOut: return .timedOut
      case .tooLarge: return .unreachable("its answer is too long")
      case .cancelled: return .unreachable("the delivery was cancelled")
      case .unreachable(let reason): return .unreachable(reason)
      }
    }
  }

  private static func sleep(_ time: Duration) async {
    try? await Task.sleep(for: time)  // a cancelled task ends at its next check
  }
}
