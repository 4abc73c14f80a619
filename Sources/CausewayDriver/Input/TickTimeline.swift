/// A step of the input in a tick.
enum InputStep: Hashable, Sendable {
  case key(Unicode.Scalar, source: String, isDown: Bool)
  case button(PointerButton, source: String, isDown: Bool)
  case move(Point, source: String)
  case wheel(Point, by: Point)
}

/// The steps of a tick in the order of their times.
///
/// All actions of a tick begin together. A movement that takes time goes through points in between, so that the page sees
/// the pointer on its way.
struct TickTimeline: Hashable, Sendable {
  struct Entry: Hashable, Sendable {
    /// The time since the beginning of the tick, in milliseconds.
    let time: Int
    let step: InputStep
  }

  /// The time between two points of a movement, in milliseconds.
  static let interval = 16

  private(set) var entries: [Entry] = []
  /// The time of the tick, in milliseconds.
  let duration: Int

  init(duration: Int) {
    self.duration = duration
  }

  /// Adds a step at the beginning of the tick.
  mutating func add(_ step: InputStep) { entries.append(Entry(time: 0, step: step)) }

  /// Adds a movement.
  /// - Parameter duration: its time, in milliseconds; 0 for a jump.
  mutating func addMove(from start: Point, to end: Point, source: String, duration: Int) {
    let count = max(1, duration / Self.interval)
    for index in 1...count {
      let part = Double(index) / Double(count)
      let point =
        index == count
        ? end
        : Point(x: (start.x + (end.x - start.x) * part).rounded(), y: (start.y + (end.y - start.y) * part).rounded())
      entries.append(Entry(time: duration * index / count, step: .move(point, source: source)))
    }
  }

  /// The steps by time. Steps of the same time keep the order in which they were added.
  var sorted: [Entry] {
    entries.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
  }
}
