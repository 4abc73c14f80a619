/// The delay before the next attempt: it doubles each time, up to a limit.
struct Backoff: Sendable {
  private var delay: Duration
  private let limit: Duration

  init(from first: Duration = .seconds(1), upTo limit: Duration = .seconds(60)) {
    delay = first
    self.limit = limit
  }

  mutating func next() -> Duration {
    defer { delay = min(delay * 2, limit) }
    return delay
  }
}
