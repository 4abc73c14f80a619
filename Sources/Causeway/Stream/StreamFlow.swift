/// The constants of the flow control of streams. `outgoing-streams.js` and `incoming-streams.js` have the same
/// constants for the page's side.
///
/// A receiver grants credit and a sender uses it up, so a slow receiver slows its sender down. Credit is counted in
/// units. A value costs the length of its JSON text in UTF-16 code units, as JavaScript counts them, plus ``overhead``.
/// A piece of bytes costs its number of bytes plus ``overhead``. A sender may send while it has any credit left, so one
/// value may be larger than the credit.
package enum StreamFlow {
  /// The units that each value and each piece of bytes costs in addition to its content, because each takes memory of
  /// its own.
  package static let overhead = 64
  /// The maximum number of bytes of stream values in one packet, so that other messages do not wait for long.
  static let batchBytes = 64 << 10
  /// The maximum size of a piece of bytes. Longer bytes are divided.
  static let pieceBytes = 1 << 20
  /// The maximum credit that the app grants to a sender in the page, in units.
  static let maximumWindow = 4 << 20
  /// The minimum credit that the app grants to a sender, in units. A stream that would get less is refused.
  static let minimumWindow = 4 << 10

  /// Returns the size of a value's JSON text, in units.
  package static func size(ofText text: some Sequence<UInt8>) -> Int {
    var units = overhead
    for byte in text {
      // UTF-8 has one leading byte for each scalar; scalars of four bytes are two code units in UTF-16.
      units &+= (byte & 0xC0 == 0x80 ? 0 : 1) &+ (byte >= 0xF0 ? 1 : 0)
    }
    return units
  }
}

/// The credit of one stream, as its receiver accounts for it.
///
/// The unused credit, the buffered values, and the consumed values whose credit has not been granted again always add
/// up to ``size``.
struct StreamWindow: Sendable {
  /// The credit that the sender gets at the beginning.
  let size: Int
  /// The credit that the sender has left. Negative after a value that was larger than the credit.
  private(set) var credit: Int
  /// The consumed units whose credit has not been granted again.
  private var consumed = 0

  init(size: Int) {
    self.size = size
    credit = size
  }

  /// Subtracts the units of a value that arrived from the credit. Returns false if the sender had no credit.
  mutating func receive(_ units: Int) -> Bool {
    guard credit > 0 else { return false }
    credit -= units
    return true
  }

  /// Counts the units of values that were consumed. Returns the credit to grant now; nil while the credit is too small
  /// to be worth a message.
  mutating func consume(_ units: Int) -> Int? {
    consumed += units
    guard consumed > 0, consumed >= size / 4 || credit <= 0 else { return nil }
    defer { consumed = 0 }
    credit += consumed
    return consumed
  }
}

/// The memory for the streams from one document, in bytes. Each stream reserves memory for the values that its sender
/// may send.
struct StreamPool: Sendable {
  /// The limit, ``Limits/streamedBytes``.
  let limit: Int
  /// The bytes that are reserved or buffered.
  private(set) var reserved = 0

  /// Chooses the window of a new stream, and reserves its memory. The window is a fraction of the memory that is left,
  /// so that many streams can be open at once. Returns nil if too little memory is left.
  mutating func open(_ content: StreamContent) -> StreamWindow? {
    let size = min(StreamFlow.maximumWindow, (limit - reserved) / 16 / content.bytesPerUnit)
    guard size >= StreamFlow.minimumWindow else { return nil }
    reserved += size * content.bytesPerUnit
    return StreamWindow(size: size)
  }

  /// Reserves this number of bytes, or releases bytes if it is negative. Returns false if too little memory is left.
  mutating func reserve(_ bytes: Int) -> Bool {
    guard bytes <= limit - reserved else { return false }
    reserved += bytes
    return true
  }
}

/// The kind of content that a stream carries.
enum StreamContent: Sendable {
  /// JSON values.
  case values
  /// Pieces of bytes.
  case bytes

  /// The maximum number of bytes that a unit of credit stands for: a UTF-16 code unit takes up to three bytes in UTF-8.
  var bytesPerUnit: Int { self == .values ? 3 : 1 }
}
