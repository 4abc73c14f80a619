import Foundation

/// The bytes of one document that were handed over and not taken yet.
@MainActor final class WaitingBytes {
  /// What goes one way, under names.
  @MainActor final class Shelf {
    /// How many things may lie there, since things of no bytes take room, too.
    static let places = 4096

    private let limit: Int
    private var items: [String: Data] = [:]
    private var count = 0

    init(limit: Int) {
      self.limit = limit
    }

    /// Keeps bytes under a name; false if the name is taken, or they are too many.
    func put(_ data: Data, under name: String) -> Bool {
      guard items[name] == nil, items.count < Self.places, data.count <= limit - count else { return false }
      items[name] = data
      count += data.count
      return true
    }

    /// Gives bytes, once.
    func remove(_ name: String) -> Data? {
      guard let data = items.removeValue(forKey: name) else { return nil }
      count -= data.count
      return data
    }

    /// Lets go of everything.
    func clear() {
      items = [:]
      count = 0
    }
  }

  private let fromPage: Shelf
  private let toPage: Shelf
  private var latest = 0
  private var isClosed = false

  /// - Parameter limit: how many bytes may wait, each way.
  init(limit: Int) {
    fromPage = Shelf(limit: limit)
    toPage = Shelf(limit: limit)
  }

  /// Takes bytes of the page, under one of the page's numbers; false if they are not taken.
  func handOver(_ data: Data, under name: String) -> Bool {
    // The name counts for nothing, so that it must be short.
    guard !isClosed, (1...20).contains(name.utf8.count), name.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return false }
    return fromPage.put(data, under: name)
  }

  /// Gives bytes of the page to the app, once.
  func take(_ name: String) -> Data? { fromPage.remove(name) }

  /// Keeps bytes for the page and names them by a number and their count; nil if too many wait.
  func offer(_ data: Data) -> String? {
    guard !isClosed else { return nil }
    latest += 1
    let name = "\(latest)-\(data.count)"
    return toPage.put(data, under: name) ? name : nil
  }

  /// Gives bytes of the app to the page, once.
  func collect(_ name: String) -> Data? { toPage.remove(name) }

  /// Nothing more is taken, and nothing kept.
  func close() {
    isClosed = true
    fromPage.clear()
    toPage.clear()
  }
}
