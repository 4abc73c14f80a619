import Foundation

/// The state of a server to which many independent requests are sent. It distinguishes an outage of the server, in
/// which further requests are useless, from failures of single requests.
///
/// A failure that concerns every request is an outage at once. Any other failure can be that of a single order or event,
/// which must not stop the others; several of them in a row are an outage.
struct Outage: Sendable {
  /// The number of different orders or events whose failures in a row are an outage.
  static let failuresInRow = 5
  /// The longest pause that the server may demand: a day.
  private static let longestDemandedPause: Duration = .seconds(86_400)

  private let pause: GrowingPause
  private var failed: Set<UUID> = []
  private var concernsAll = false
  /// The number of pauses since the last success.
  private(set) var pauses = 0

  init(pause: GrowingPause) {
    self.pause = pause
  }

  /// Whether there is an outage, so that the next request must wait for the end of a pause.
  var isOn: Bool { concernsAll || failed.count >= Self.failuresInRow }

  /// Notes that a request has succeeded.
  mutating func noteSuccess() { (failed, pauses) = ([], 0) }

  /// Notes that the request about an order failed, perhaps because of that order.
  mutating func noteFailure(of order: UUID) { failed.insert(order) }

  /// Notes a failure that every request would have.
  mutating func noteFailureOfAll() { concernsAll = true }

  /// Begins a pause, after which some requests are tried again.
  ///
  /// - Parameter demanded: The server's `Retry-After`; nil if it sent none.
  /// - Returns: The pause. It is longer after each pause without a success.
  mutating func beginPause(demanded: Duration?) -> Duration {
    (failed, concernsAll) = ([], false)
    pauses += 1
    let own = pause.random(afterFailures: pauses)
    guard let demanded else { return own }
    return max(own, min(demanded, Self.longestDemandedPause) + pause.first * Double.random(in: 0...1))
  }
}
