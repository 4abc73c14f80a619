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
  /// A step of the delivery, for a log and for metrics.
  public enum Step: Sendable {
    /// The server has the event.
    case delivered(OrderEvent)
    /// The server did not confirm that it has the event. The event is sent again after the pause. `isOutage` says
    /// whether several events failed in a row, so that the delivery pauses next and reports the reason then.
    case postponed(OrderEvent, Reason, Duration, isOutage: Bool)
    /// The deliveries of several events in a row failed, or the ledger is not available. The delivery pauses and then
    /// continues with a few events.
    case paused(Obstacle, Duration)
    /// The ledger's row of this order is damaged. The delivery does not send its event, and continues with the others.
    case damaged(order: UUID)
    /// The number of events that wait, counted up to 100,000, and the age of the oldest; nil for none.
    case waiting(count: Int, age: Duration?)
  }

  /// The reason why the delivery pauses.
  public enum Obstacle: Error, Hashable, Sendable, CustomStringConvertible {
    /// The publisher's server does not accept events.
    case receiver(Reason)
    /// The ledger failed.
    case ledger(LedgerError)

    /// The problem, in a few words.
    public var description: String {
      switch self {
      case .receiver(let reason): "\(reason)"
      case .ledger(let error): "\(error)"
      }
    }
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
  /// The pause before an event is sent again, which grows with the event's failures in a row.
  static let eventPause = GrowingPause(first: firstPause, longest: longestPause)
  /// The longest pause of the delivery.
  static let longestOutagePause: Duration = .seconds(60)
  /// The pause of the delivery in an outage of the receiver or of the ledger.
  static let outagePause = GrowingPause(first: .seconds(1), longest: longestOutagePause)
  /// The timeout of a delivery. It is shorter than the time for which an event is taken from the outbox.
  static let timeout: Duration = .seconds(15)
  /// The number of events that are sent at the same time.
  static let batch = 8
  static let mostCounted = 100_000

  let outbox: any EventOutbox
  let apps: Set<ExactText>
  let receiver: URL
  let secrets: [SigningKey]
  let loader: HTTPLoader
  let idlePause: Duration
  let reportInterval: Duration
  let observer: @Sendable (Step) -> Void

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

  /// - Parameters:
  ///   - idlePause: The time after which the outbox is read again if nothing was due.
  ///   - reportInterval: The time between two reports of the number of waiting events.
  package init(
    anyOutbox outbox: any EventOutbox, bundleIDs: Set<String>, receiver: URL, secrets: [[UInt8]],
    idlePause: Duration = .seconds(1), reportInterval: Duration = .seconds(15),
    observer: @escaping @Sendable (Step) -> Void
  ) throws(Failure) {
    guard receiver.isSecureOrLoopback else { throw .insecureReceiver }
    guard !secrets.isEmpty, secrets.allSatisfy({ $0.count >= EventSignature.minimumBytes }) else { throw .shortSecret }
    self.outbox = outbox
    apps = Set(bundleIDs.map(ExactText.init))
    self.receiver = receiver
    self.secrets = secrets.map { .hs256(secret: $0) }
    self.idlePause = idlePause
    self.reportInterval = reportInterval
    self.observer = observer
    loader = HTTPLoader(for: receiver, maximumConnections: Self.batch)
  }
}
