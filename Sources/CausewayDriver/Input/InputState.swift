/// The keys and buttons that a session's input sources hold down, and the positions of their pointers.
struct InputState: Sendable {
  /// A key or a button that is held down.
  enum Held: Hashable, Sendable {
    case key(Unicode.Scalar, source: String)
    case button(PointerButton, source: String)
  }

  /// The keys and buttons that are held down, in the order in which they were pressed.
  private(set) var held: [Held] = []
  private var pointers: [String: Point] = [:]

  /// Whether one of the Shift keys is down.
  var isShifted: Bool {
    held.contains {
      if case .key("\u{E008}", _) = $0 { true } else if case .key("\u{E050}", _) = $0 { true } else { false }
    }
  }

  /// Returns the position of a source's pointer, in the view of the page.
  func position(of source: String) -> Point { pointers[source] ?? Point(x: 0, y: 0) }

  /// Applies a step. Returns false for a step without effect: pressing a key or button that is down, or releasing one
  /// that is not.
  mutating func apply(_ step: InputStep) -> Bool {
    switch step {
    case .key(let key, let source, let isDown): return hold(.key(key, source: source), isDown)
    case .button(let button, let source, let isDown): return hold(.button(button, source: source), isDown)
    case .move(let point, let source): pointers[source] = point
    case .wheel: break
    }
    return true
  }

  private mutating func hold(_ thing: Held, _ isDown: Bool) -> Bool {
    let index = held.firstIndex(of: thing)
    guard (index == nil) == isDown else { return false }
    if let index { held.remove(at: index) } else { held.append(thing) }
    return true
  }

  /// The steps that release everything, the latest first.
  var release: [InputStep] {
    held.reversed().map { thing in
      switch thing {
      case .key(let key, let source): .key(key, source: source, isDown: false)
      case .button(let button, let source): .button(button, source: source, isDown: false)
      }
    }
  }

  /// Forgets the pointers' positions.
  mutating func reset() { self = InputState() }
}
