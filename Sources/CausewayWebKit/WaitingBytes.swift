import Foundation

/// The bytes of one document that were handed over and not taken yet.
@MainActor final class WaitingBytes {
  /// What goes one way, under names.
  @MainActor final class Shelf {
    private let limit: Int
    private var items: [String: Data] = [:]
    private var count = 0

    init(limit: Int) {
      self.limit = limit
    }

    /// Keeps bytes under a name; false if the name is taken or they are too many.
    func put(_ data: Data, under name: String) -> Bool {
      guard items[name] == nil, data.count <= limit - count else { return false }
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
  }

  /// What the page handed over, under the page's names.
  let fromPage: Shelf
  /// What the app offers, under names of ``offer(_:)``.
  let toPage: Shelf
  private var latest = 0

  /// - Parameter limit: how many bytes may wait, each way.
  init(limit: Int) {
    fromPage = Shelf(limit: limit)
    toPage = Shelf(limit: limit)
  }

  /// Keeps bytes for the page and names them by a number and their count; nil if too many wait.
  func offer(_ data: Data) -> String? {
    latest += 1
    let name = "\(latest)-\(data.count)"
    return toPage.put(data, under: name) ? name : nil
  }
}
