/// The maximum number of pieces that may wait in each direction of ``WaitingBytes``. There is such a limit because even
/// a piece of zero bytes takes memory.
package enum WaitingPieces {
  static let places = 4096
}

/// The bytes of one document that one side has handed over and the other side has not collected yet.
///
/// `Piece` is the type in which the host stores bytes, such as `Data`.
@MainActor package final class WaitingBytes<Piece: RandomAccessCollection>
where Piece.Element == UInt8, Piece.Index == Int, Piece.SubSequence == Piece {
  /// The bytes that wait in one direction, by name.
  @MainActor private final class Store {
    private let limit: Int
    private var items: [String: Piece] = [:]
    private var count = 0
    var isEmpty: Bool { items.isEmpty }
    /// Called when bytes were removed, so that there is room for others.
    var onRemove: (@MainActor () -> Void)?

    init(limit: Int) {
      self.limit = limit
    }

    /// Stores bytes under a name. Returns false if the name is in use, or if there is no room.
    func put(_ data: Piece, under name: String) -> Bool {
      guard items[name] == nil, items.count < WaitingPieces.places, data.count <= limit - count else { return false }
      items[name] = data
      count += data.count
      return true
    }

    /// Removes and returns the bytes with this name; nil if there are none.
    func remove(_ name: String) -> Piece? {
      guard let data = items.removeValue(forKey: name) else { return nil }
      count -= data.count
      onRemove?()
      return data
    }

    /// Returns the part of the bytes under `name` that begins at the offset `start`; nil if no bytes have the name, or
    /// if `start` is beyond the end. Removes the bytes when it returns their last part.
    func part(_ name: String, start: Int, count: Int) -> Piece? {
      guard let data = items[name], start <= data.count else { return nil }
      let end = start + min(count, data.count - start)
      if end == data.count { _ = remove(name) }
      return data[(data.startIndex + start)..<(data.startIndex + end)]
    }

    func clear() {
      items = [:]
      count = 0
    }
  }

  private let fromPage: Store
  private let toPage: Store
  private var latest = 0
  private var isClosed = false
  /// Whether bytes for the page wait.
  package var hasOfferedBytes: Bool { !toPage.isEmpty }
  /// Called when the page has collected bytes. The document passes this on to its conversation.
  package var onCollect: (@MainActor () -> Void)? {
    get { toPage.onRemove }
    set { toPage.onRemove = newValue }
  }

  /// - Parameter limit: the maximum number of bytes that may wait in each direction.
  package init(limit: Int) {
    fromPage = Store(limit: limit)
    toPage = Store(limit: limit)
  }

  /// Stores bytes from the page. Returns false if the name is in use or is not a number of at most 20 digits, if too
  /// many bytes wait, or if the document is gone.
  package func handOver(_ data: Piece, under name: String) -> Bool {
    // The name does not count toward the limit of bytes, so it must be short.
    guard !isClosed, (1...20).contains(name.utf8.count), name.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return false }
    return fromPage.put(data, under: name)
  }

  /// Removes and returns the page's bytes with this name, for the app; nil if there are none.
  package func take(_ name: String) -> Piece? { fromPage.remove(name) }

  /// Stores bytes for the page. Returns their name, which consists of a number and the byte count; nil if too many
  /// bytes wait, or if the document is gone.
  package func offer(_ data: Piece) -> String? {
    guard !isClosed else { return nil }
    latest += 1
    let name = "\(latest)-\(data.count)"
    return toPage.put(data, under: name) ? name : nil
  }

  /// Removes and returns the app's bytes with this name, for the page; nil if there are none.
  package func collect(_ name: String) -> Piece? { toPage.remove(name) }

  /// Returns a part of the app's bytes with this name, for the page; nil if there is none. Removes the bytes when it
  /// returns their last part.
  package func collect(_ name: String, start: Int, count: Int) -> Piece? {
    toPage.part(name, start: start, count: count)
  }

  /// Removes all bytes. No bytes are accepted after that.
  package func close() {
    isClosed = true
    fromPage.clear()
    toPage.clear()
  }
}
