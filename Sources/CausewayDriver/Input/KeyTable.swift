/// The keys of WebDriver: characters, and the code points of the specification's table for other keys.
enum KeyTable {
  /// The code point that releases all modifiers.
  static let null: Unicode.Scalar = "\u{E000}"

  /// The modifiers, whose keys stay down until they occur again.
  static let modifiers: Set<Unicode.Scalar> = [
    "\u{E008}", "\u{E009}", "\u{E00A}", "\u{E03D}", "\u{E050}", "\u{E051}", "\u{E052}", "\u{E053}",
  ]

  /// Returns the keysym of X11 for a key.
  static func keysym(of key: Unicode.Scalar) -> UInt {
    if let special = special[key] { return special }
    switch key.value {
    case 0x0A, 0x0D: return 0xFF0D
    case 0x08, 0x09, 0x1B: return 0xFF00 + UInt(key.value)
    case 0x20...0x7E, 0xA0...0xFF: return UInt(key.value)
    // All other characters have keysyms with their code point.
    default: return 0x0100_0000 + UInt(key.value)
    }
  }

  /// Returns whether a code point has a key. The private range has only the table's keys.
  static func has(_ key: Unicode.Scalar) -> Bool {
    !(0xE000...0xE05D).contains(key.value) || special[key] != nil || key == null
  }

  private static let special: [Unicode.Scalar: UInt] = {
    var table: [Unicode.Scalar: UInt] = [
      "\u{E001}": 0xFF69,  // Cancel
      "\u{E002}": 0xFF6A,  // Help
      "\u{E003}": 0xFF08,  // Backspace
      "\u{E004}": 0xFF09,  // Tab
      "\u{E005}": 0xFF0B,  // Clear
      "\u{E006}": 0xFF0D,  // Return
      "\u{E007}": 0xFF8D,  // Enter of the number pad
      "\u{E008}": 0xFFE1,  // Shift
      "\u{E009}": 0xFFE3,  // Control
      "\u{E00A}": 0xFFE9,  // Alt
      "\u{E00B}": 0xFF13,  // Pause
      "\u{E00C}": 0xFF1B,  // Escape
      "\u{E00D}": 0x20,
      "\u{E00E}": 0xFF55,  // Page Up
      "\u{E00F}": 0xFF56,  // Page Down
      "\u{E010}": 0xFF57,  // End
      "\u{E011}": 0xFF50,  // Home
      "\u{E012}": 0xFF51,  // Left
      "\u{E013}": 0xFF52,  // Up
      "\u{E014}": 0xFF53,  // Right
      "\u{E015}": 0xFF54,  // Down
      "\u{E016}": 0xFF63,  // Insert
      "\u{E017}": 0xFFFF,  // Delete
      "\u{E018}": 0x3B,  // ;
      "\u{E019}": 0x3D,  // =
      "\u{E024}": 0xFFAA,  // * of the number pad
      "\u{E025}": 0xFFAB,  // +
      "\u{E026}": 0xFFAC,  // ,
      "\u{E027}": 0xFFAD,  // -
      "\u{E028}": 0xFFAE,  // .
      "\u{E029}": 0xFFAF,  // /
      "\u{E03D}": 0xFFEB,  // Meta
      "\u{E040}": 0xFF2A,  // Zenkaku Hankaku
      "\u{E050}": 0xFFE2,  // Shift on the right
      "\u{E051}": 0xFFE4,  // Control on the right
      "\u{E052}": 0xFFEA,  // Alt on the right
      "\u{E053}": 0xFFEC,  // Meta on the right
      "\u{E054}": 0xFF9A,  // Page Up of the number pad
      "\u{E055}": 0xFF9B,  // Page Down
      "\u{E056}": 0xFF9C,  // End
      "\u{E057}": 0xFF95,  // Home
      "\u{E058}": 0xFF96,  // Left
      "\u{E059}": 0xFF97,  // Up
      "\u{E05A}": 0xFF98,  // Right
      "\u{E05B}": 0xFF99,  // Down
      "\u{E05C}": 0xFF9E,  // Insert
      "\u{E05D}": 0xFF9F,  // Delete
    ]
    func add(_ first: UInt32, _ count: UInt32, _ keysym: UInt) {
      for index in 0..<count { Unicode.Scalar(first + index).map { table[$0] = keysym + UInt(index) } }
    }
    add(0xE01A, 10, 0xFFB0)  // the digits of the number pad
    add(0xE031, 12, 0xFFBE)  // F1 to F12
    return table
  }()
}
