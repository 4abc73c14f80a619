#if os(Linux)
import CausewayDriver
import CausewayTool
import Foundation

/// A running shop: a store, the publisher's backend, and the page, each in a process of its own.
@MainActor final class Shop {
  /// How a shop ends.
  enum End {
    /// A signal has asked the program to end.
    case stopped
    /// The user has closed the page's window.
    case closed
    /// A part has ended by itself, or could not be started. The text says which one.
    case failed(String)
  }

  private let options: ShopOptions
  /// The folder for the data of all parts.
  private let data: URL
  private var processes: [ShopProcess] = []
  /// The addresses with which the parts have said that they are ready.
  private var addresses: [ShopPart: String] = [:]
  /// The address of the page for the user's browser; nil for the page in a window.
  private var pageAddress: String?
  private var end: End?
  private var waiter: CheckedContinuation<Void, Never>?
  private var isStopping = false

  init(_ options: ShopOptions, data: URL) {
    self.options = options
    self.data = data
  }

  /// Starts the parts one after the other, and waits until the shop ends.
  func run() async -> End {
    start(.store)
    while true {
      if let end { return end }
      await withCheckedContinuation { waiter = $0 }
    }
  }

  /// Ends the parts, the page first, because each part uses the ones that started before it.
  func stop() async {
    isStopping = true
    for process in processes.reversed() { await process.stop() }
  }

  // MARK: Parts

  private func start(_ part: ShopPart) {
    do {
      let (words, environment) = try command(of: part)
      processes.append(
        try ShopProcess(part, words, environment: environment) { [weak self] event in self?.take(event) })
    } catch {
      finish(.failed("the \(part.rawValue) could not be started: \(error)"))
    }
  }

  private func command(of part: ShopPart) throws -> (words: [String], environment: [String: String]) {
    let store = addresses[.store] ?? ""
    switch part {
    case .store: return (options.store(data: data), [:])
    case .backend:
      let merchant = try ShopMerchant(folder: data.appendingPathComponent("store"))
      return (options.backend(merchant, store: store, data: data), merchant.environment)
    case .page: return (options.page(store: store, backend: addresses[.backend] ?? "", data: data), [:])
    }
  }

  private func take(_ event: ShopProcess.Event) {
    switch event {
    case .line(let part, let line): take(line, of: part)
    case .ended(let part, let end):
      guard !isStopping else { return }
      // The user has closed the page's window.
      if part == .page, options.hasWindow, end == .exited(0) { return finish(.closed) }
      finish(.failed("the \(part.rawValue) \(end), so the whole shop ends; the lines of the \(part.rawValue) say why"))
    }
  }

  private func take(_ line: String, of part: ShopPart) {
    guard addresses[part] == nil, !isStopping else { return log(line, of: part) }
    if part == .page, let address = Self.rest(of: line, after: "page  ") {
      pageAddress = address
      return
    }
    guard let address = Self.rest(of: line, after: part.announcement) else { return log(line, of: part) }
    addresses[part] = address
    switch part {
    case .store: start(.backend)
    case .backend: start(.page)
    case .page: announce()
    }
  }

  private static func rest(of line: String, after start: String) -> String? {
    line.hasPrefix(start) ? line.dropFirst(start.count).trimmingCharacters(in: .whitespaces) : nil
  }

  /// Lets ``run()`` return. If the method is called several times, the first end counts.
  func finish(_ end: End) {
    self.end = self.end ?? end
    waiter?.resume()
    waiter = nil
  }

  // MARK: Output

  /// Prints the addresses when all parts are ready.
  private func announce() {
    let (store, backend) = (addresses[.store] ?? "", addresses[.backend] ?? "")
    do throws(OutputError) {
      try StandardOutput.print(
        "page       \(pageAddress ?? backend)", "inspector  \(addresses[.page] ?? "")", "backend    \(backend)",
        "store      \(store)")
    } catch {
      finish(.failed("\(error)"))
    }
  }

  private func log(_ line: String, of part: ShopPart) {
    // Leave out the store's indented lines: they are settings for a backend in another terminal, and the shop has its
    // own.
    if part == .store, line.hasPrefix("  ") { return }
    StandardError.print("\(part.rawValue.padding(to: Self.width))  \(line)")
  }

  private static let width = ShopPart.allCases.map(\.rawValue.count).max() ?? 0
}
#endif
