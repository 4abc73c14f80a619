import CXTest

/// The keyboard of a display. A character without a key gets a spare key.
struct Keyboard {
  /// The key that types a character.
  private struct Stroke {
    let code: KeyCode
    /// Whether the key gives the character only while Shift is down.
    let needsShift: Bool
  }

  private let display: OpaquePointer
  private var strokes: [UInt: Stroke] = [:]
  /// The keys without a character.
  private var spare: [KeyCode] = []
  /// The spare keys that have got a keysym, the oldest first.
  private var assigned: [(keysym: UInt, code: KeyCode)] = []

  init(_ display: OpaquePointer) {
    self.display = display
    var (lowest, highest): (Int32, Int32) = (8, 255)
    XDisplayKeycodes(display, &lowest, &highest)
    for code in lowest...highest {
      let code = KeyCode(code)
      let plain = UInt(XkbKeycodeToKeysym(display, code, 0, 0))
      let shifted = UInt(XkbKeycodeToKeysym(display, code, 0, 1))
      if plain == 0, shifted == 0 {
        spare.append(code)
        continue
      }
      if plain != 0, strokes[plain]?.needsShift ?? true { strokes[plain] = Stroke(code: code, needsShift: false) }
      // On the number pad, the second character needs another modifier.
      if (0x21...0xFF).contains(shifted), strokes[shifted] == nil {
        strokes[shifted] = Stroke(code: code, needsShift: true)
      }
    }
  }

  /// Returns whether the key of a keysym types it only while Shift is down.
  func needsShift(_ keysym: UInt) -> Bool { strokes[keysym]?.needsShift ?? false }

  /// Returns whether a keysym would get the key of another one, because no spare key is left.
  func isFull(for keysym: UInt, isShifted: Bool) -> Bool {
    guard spare.isEmpty, !assigned.contains(where: { $0.keysym == keysym }) else { return false }
    return strokes[keysym].map { $0.needsShift && !isShifted } ?? true
  }

  /// Makes the assigned keys spare again, except those that are held down. The page must have processed their input.
  /// Otherwise the page would see a key's next character.
  mutating func releaseKeys(except held: Set<KeyCode>) {
    spare += assigned.map(\.code).filter { !held.contains($0) }
    assigned.removeAll { !held.contains($0.code) }
  }

  /// Returns the key that types a keysym.
  ///
  /// - Parameter isShifted: whether Shift is down.
  mutating func code(of keysym: UInt, isShifted: Bool) -> KeyCode {
    guard let stroke = strokes[keysym], isShifted || !stroke.needsShift else { return assignKey(to: keysym) }
    return stroke.code
  }

  /// Gives a keysym a key of its own, which types it without a modifier.
  private mutating func assignKey(to keysym: UInt) -> KeyCode {
    if let assigned = assigned.first(where: { $0.keysym == keysym }) { return assigned.code }
    // Without a spare key, the character that was typed first loses its key.
    let code = spare.popLast() ?? assigned.removeFirst().code
    assigned.append((keysym, code))
    var keysyms = [KeySym(keysym), KeySym(keysym)]
    XChangeKeyboardMapping(display, Int32(code), 2, &keysyms, 1)
    XSync(display, 0)
    return code
  }
}
