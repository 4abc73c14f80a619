import CausewayCurl
import CausewayJOSE
import CausewayTransport
import Foundation

/// The delivery of a ledger's events to the publisher's server, at least once each.
///
/// An event is sent by `POST` as JSON, with a signature as in the Standard Webhooks specification. Any status from 200 to
/// 299 means that the server has the event. After any other answer the event is sent again, with growing pauses, for as
/// long as it takes. The events are in the ledger, so they survive a restart, and a receiver that does not answer never
/// delays a decision.
public struct EventDelivery: Sendable {
  /// What the delivery does, for a log and for metrics.
  public enum Step: Sendable {
    /// The server has the event.
    case delivered(OrderEvent)
    /// The server does not have the event, as far as is known. It is sent again after the pause.
    case postponed(OrderEvent, Reason, Duration)
    /// The ledger is not available. The delivery pauses and then continues.
    case paused(LedgerError, Duration)
    /// The number of events that wait, counted up to 100,000, and the age of the oldest; nil for none.
    case waiting(count: Int, age: Duration?)
  }

  /// The reason why an event was not delivered.
  public enum Reason: Error, Hashable, Sendable, CustomStringConvertible {
    /// The server answered with this status. Redirects are not followed, because another server must not get the event.
    case status(Int)
    /// The server did not answer in time.
    case timedOut
    /// The server cannot be reached, or its answer cannot be read.
    case unreachable(String)

    /// The problem, in a few words.
    public var description: String {
      switch self {
      case .status(let status): "the receiver answered with status \(status)"
      case .timedOut: "the receiver did not answer in time"
      case .unreachable(let reason): "the receiver cannot be reached (\(reason))"
      }
    }
  }

  /// The error for a delivery that cannot be made.
  public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The receiver's URL is neither `https` nor on this machine, so events would be sent without encryption.
    case insecureReceiver
    /// There is no secret, or one is shorter than 32 bytes.
    case shortSecret

    /// The problem and the remedy.
    public var description: String {
      switch self {
      case .insecureReceiver: "the receiver is not secure: use an https address, or a server on this machine"
      case .shortSecret:
        "the secret for signing events is shorter than \(EventSignature.minimumBytes) bytes; make one with openssl rand -hex 32"
      }
    }
  }

  /// The pause after an event's first failure. It doubles with each further failure.
  static let firstPause: Duration = .seconds(5)
  /// The longest pause between two deliveries of an event.
  static let longestPause: Duration = .seconds(3_600)
  private static let receiverPause = GrowingPause(first: firstPause, longest: longestPause)
  /// The pause after a failure of the ledger.
  private static let ledgerPause = GrowingPause(first: .seconds(1), longest: .seconds(60))
  /// The timeout of a delivery. It is shorter than the time for which an event is taken from the outbox.
  private static let timeout: Duration = .seconds(15)
  /// The number of events that are sent at the same time.
  private static let batch = 8
  private static let mostCounted = 100_000

  private let outbox: any EventOutbox
  private let apps: Set<ExactText>
  private let receiver: URL
  private let secrets: [SigningKey]
  private let loader: HTTPLoader
  private let idlePause: Duration
  private let observer: @Sendable (Step) -> Void

  /// Creates a delivery of the events of a ledger in SQLite.
  ///
  /// - Parameters:
  ///   - outbox: A ledger that records events.
  ///   - bundleIDs: The publisher's apps, whose events are delivered.
  ///   - receiver: The URL of the publisher's server, with `https` or on this machine.
  ///   - secrets: The secrets of the signatures, at least one, each of at least 32 bytes. With several, each delivery has
  ///     a signature with each of them, so that the receiver can change its secret.
  ///   - observer: A closure that gets each step.
  /// - Throws: ``Failure``.
  public init(
    outbox: SQLiteLedger, bundleIDs: Set<String>, receiver: URL, secrets: [[UInt8]],
    observer: @escaping @Sendable (Step) -> Void = { _ in }
  ) throws(Failure) {
    try self.init(anyOutbox: outbox, bundleIDs: bundleIDs, receiver: receiver, secrets: secrets, observer: observer)
  }

  /// - Parameter idlePause: The time after which the outbox is read again if nothing was due.
  package init(
    anyOutbox outbox: any EventOutbox, bundleIDs: Set<String>, receiver: URL, secrets: [[UInt8]],
    idlePause: Duration = .seconds(1),
    observer: @escaping @Sendable (Step) -> Void
  ) throws(Failure) {
    guard receiver.isSecureOrLoopback else { throw .insecureReceiver }
    guard !secrets.isEmpty, secrets.allSatisfy({ $0.count >= EventSignature.minimumBytes }) else { throw .shortSecret }
    self.outbox = outbox
    apps = Set(bundleIDs.map(ExactText.init))
    self.receiver = receiver
    self.secrets = secrets.map { .hs256(secret: $0) }
    self.idlePause = idlePause
    self.observer = observer
    loader = HTTPLoader(for: receiver, maximumConnections: Self.batch)
  }

  /// Delivers events until the task is cancelled.
  public func run() async {
    var failures = 0
    while !Task.isCancelled {
      do throws(LedgerError) {
        let backlog = try await outbox.backlog(of: apps, atMost: Self.mostCounted)
        observer(.waiting(count: backlog.count, age: backlog.age))
        let hasSent = try await pass() > 0
        failures = 0
        if !hasSent { await Self.sleep(idlePause) }
      } catch {
        guard !Task.isCancelled else { return }
        failures += 1
        let pause = Self.ledgerPause.duration(afterFailures: failures)
        observer(.paused(error, pause))
        await Self.sleep(pause)
      }
    }
  }

  /// Delivers the events that are due now, once each.
  ///
  /// - Returns: The number of events that were sent.
  package func pass() async throws(LedgerError) -> Int {
    var count = 0
    while !Task.isCancelled {
      let events = try await outbox.takeDueEvents(of: apps, limit: Self.batch)
      guard !events.isEmpty else { break }
      let results = await withTaskGroup(of: Result<Void, LedgerError>.self) { group in
        for event in events { group.addTask { await finish(event) } }
        return await group.reduce(into: []) { $0.append($1) }
      }
      for result in results { try result.get() }
      count += events.count
    }
    return count
  }

  /// Sends an event, and notes the result in the outbox.
  private func finish(_ event: OrderEvent) async -> Result<Void, LedgerError> {
    let reason = await send(event)
    do throws(LedgerError) {
      if let reason {
        // The task's cancellation is not the receiver's failure, so the event stays due.
        guard !Task.isCancelled else { return .success(()) }
        let pause = Self.receiverPause.duration(afterFailures: event.attempts + 1)
        try await outbox.postpone(event, by: pause)
        observer(.postponed(event, reason, pause))
      } else {
        try await outbox.remove(event)
        observer(.delivered(event))
      }
      return .success(())
    } catch {
      return .failure(error)
    }
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
        receiver, body: body, fields: fields, within: Self.timeout, maximumBytes: 64 << 10)
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
