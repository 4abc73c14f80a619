/// The numbers of the flow control of streams. `outgoing-streams.js` and `incoming-streams.js` have the same numbers for
/// the page's side.
///
/// A receiver grants credit and a sender uses it up, so a slow receiver holds its sender back. The unit is the size of a
/// value: the length of its JSON text in UTF-16 code units, as JavaScript counts it, plus ``overhead``; or its number of
/// bytes plus ``overhead``. A sender may send while it has any credit left, so one value may be larger than the credit.
package enum StreamFlow {
  /// What each value and each piece of bytes costs beside its content, because each takes memory of its own.
  package static let overhead = 64
  /// The maximum number of bytes of stream values in one packet, so that other messages do not wait for long.
  static let batchBytes = 64 << 10
  /// The maximum size of a piece of bytes. Longer bytes are divided.
  static let pieceBytes = 1 << 20
  /// The maximum credit that a sender may have, in units.
  static let maximumWindow = 4 << 20
  /// A stream that would get less credit than this is refused.
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
/// The unused credit, the buffered values and the consumed values whose credit was not granted again always add up to
/// ``size``.
struct StreamWindow: Sendable {
  /// The credit that the sender gets at the beginning.
  let size: Int
  /// The credit that the sender has left. Negative after a value that was larger than the credit.
  private(set) var credit: Int
  /// The consumed units whose credit was not granted again yet.
  private var consumed = 0

  init(size: Int) {
    self.size = size
    credit = size
  }

  /// Accounts for a value that arrived. Returns false if the sender had no credit.
  mutating func receive(_ units: Int) -> Bool {
    guard credit > 0 else { return false }
    credit -= units
    return true
  }

  /// Accounts for values that were consumed. Returns the credit to grant now; nil while it is too little to be worth a
  /// message.
  mutating func consume(_ units: Int) -> Int? {
    consumed += units
    guard consumed > 0, consumed >= size / 4 || credit <= 0 else { return nil }
    defer { consumed = 0 }
    credit += consumed
    return consumed
  }
}

/// The memory for the streams from one document, in bytes. Each stream reserves what its sender may send.
struct StreamPool: Sendable {
  /// The limit, ``Limits/streamedBytes``.
  let limit: Int
  /// The bytes that are reserved or buffered.
  private(set) var reserved = 0

  /// Chooses the window of a new stream: a part of what is left, so that many streams find room beside each other.
  /// Returns nil if too little is left.
  mutating func open(_ content: StreamContent) -> StreamWindow? {
    let size = min(StreamFlow.maximumWindow, (limit - reserved) / 16 / content.bytesPerUnit)
    guard size >= StreamFlow.minimumWindow else { return nil }
    reserved += size * content.bytesPerUnit
    return StreamWindow(size: size)
  }

  /// Reserves more, or less if `bytes` is negative. Returns false if too little is left.
  mutating func reserve(_ bytes: Int) -> Bool {
    guard bytes <= limit - reserved else { return false }
    reserved += bytes
    return true
  }
}

/// What a stream carries.
enum StreamContent: Sendable {
  /// JSON values.
  case values
  /// Pieces of bytes.
  case bytes

  /// The maximum number of bytes of a unit: a UTF-16 code unit takes up to three bytes in UTF-8.
  var bytesPerUnit: Int { self == .values ? 3 : 1 }
}
