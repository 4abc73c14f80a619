/// The key presses of the command Element Send Keys.
enum TypedText {
  /// Returns the steps that type a text.
  ///
  /// A modifier's key stays down until it occurs again, until the key Null, or until the end of the text.
  ///
  /// - Parameter needsShift: returns whether a character's key gives the character only with Shift.
  static func steps(of text: String, source: String, needsShift: (Unicode.Scalar) -> Bool) -> [InputStep] {
    var steps: [InputStep] = []
    var modifiers: [Unicode.Scalar] = []
    func key(_ key: Unicode.Scalar, isDown: Bool) { steps.append(.key(key, source: source, isDown: isDown)) }
    func release() {
      for modifier in modifiers.reversed() { key(modifier, isDown: false) }
      modifiers = []
    }
    for scalar in text.unicodeScalars {
      if scalar == KeyTable.null {
        release()
      } else if KeyTable.modifiers.contains(scalar) {
        if let index = modifiers.firstIndex(of: scalar) {
          modifiers.remove(at: index)
          key(scalar, isDown: false)
        } else {
          modifiers.append(scalar)
          key(scalar, isDown: true)
        }
      } else {
        let isShifted = modifiers.contains { $0 == "\u{E008}" || $0 == "\u{E050}" }
        let addsShift = !isShifted && needsShift(scalar)
        if addsShift { key("\u{E008}", isDown: true) }
        key(scalar, isDown: true)
        key(scalar, isDown: false)
        if addsShift { key("\u{E008}", isDown: false) }
      }
    }
    release()
    return steps
  }
}
