#if os(Linux)
import Foundation

/// A page, a catalog and a store, and the commands that use them.
struct Scene: Sendable {
  enum Command: CaseIterable {
    case open
    case openWithStore
    case storeServe
    case merchantServe
    /// The server, with a client that requests a large file and does not read the answer.
    case merchantServeUnread

    /// The longest time from the start to the signal, in milliseconds. Within this time, the signal can arrive before
    /// the command writes its first line, or long after that line.
    var longestLife: Int {
      switch self {
      case .open, .openWithStore: 3000
      case .storeServe, .merchantServe, .merchantServeUnread: 600
      }
    }

    /// Whether the command exits with 0 after a signal. The signal ends the other commands directly.
    var isServer: Bool {
      switch self {
      case .open, .openWithStore: false
      case .storeServe, .merchantServe, .merchantServeUnread: true
      }
    }
  }

  private let root: URL
  private let store: RunningCommand
  private let address: String
  private static let secret = ["ONSIDE_MERCHANT_SECRET": "a-secret-of-a-test-that-is-nowhere-else-0123456789"]

  init() async throws {
    // Keep the path short, because the length of a socket's path is limited.
    root = URL(fileURLWithPath: "/tmp/causeway-kill-\(getpid())", isDirectory: true)
    let page = root.appendingPathComponent("page")
    try FileManager.default.createDirectory(at: page, withIntermediateDirectories: true)
    try Data("<p>shop".utf8).write(to: page.appendingPathComponent("index.html"))
    for (name, text) in [("shop.storekit", Self.catalog), ("profile.json", Self.profile), ("shop.js", Self.script)] {
      try Data(text.utf8).write(to: root.appendingPathComponent(name))
    }
    // Make the file larger than all buffers of a socket, so that the answer stays unfinished.
    let site = root.appendingPathComponent("site")
    try FileManager.default.createDirectory(at: site, withIntermediateDirectories: true)
    try Data(count: 60 << 20).write(to: site.appendingPathComponent("large.bin"))
    let path = { [root] (name: String) in root.appendingPathComponent(name).path }
    let store = try RunningCommand(
      ["store", "serve", "--catalog", path("shop.storekit"), "--data", path("data"), "--port", "0", "--quiet"],
      in: root.appendingPathComponent("store"))
    guard await eventually(within: 120, { store.output.contains("http://") }),
      let address = store.output.split(whereSeparator: \.isWhitespace).first(where: { $0.hasPrefix("http://") })
    else { throw SceneError(description: "the store does not listen: \(store.error)") }
    self.store = store
    self.address = String(address)
  }

  /// Ends the store that all rounds use.
  ///
  /// - Returns: descriptions of all problems.
  func close() async -> [String] {
    store.send(SIGTERM)
    let end = await store.end(within: 120)
    guard end == .exit(0) else {
      return ["the store of all rounds ended with \(String(describing: end)): \(store.error)"]
    }
    try? FileManager.default.removeItem(at: root)  // Ignore errors, because the system clears its temporary folder.
    return []
  }

  /// Starts a command, ends it with a signal, and returns descriptions of all problems.
  func play(_ round: CommandKillTest.Round) async -> CommandKillTest.Outcome {
    var displayCount = 0
    let folder = root.appendingPathComponent("\(round.number)")
    var found: [String] = []
    func report(_ problem: String) {
      found.append(
        "round \(round.number), \(round.command), signal \(round.signal) after \(round.delay) ms: \(problem)")
    }
    do {
      let command = try RunningCommand(words(for: round.command, in: folder), in: folder, environment: Self.secret)
      let client = round.command == .merchantServeUnread ? try await unreadAnswer(of: command) : nil
      try? await Task.sleep(for: .milliseconds(round.delay))  // Ignore the error, because the task is never cancelled.
      // A server that has printed its URL must handle the signal, because it installs its signal handlers before that.
      let isWorkingServer = round.command.isServer && command.output.contains("http://")
      let displays = DisplaySocket.all(of: command.processIDs())
      displayCount = displays.count
      command.send(round.signal)
      let end = await command.end(within: 120)
      let isByServer = round.command.isServer && round.signal != SIGKILL && end == .exit(0)
      let isBySignal = end == .signal(round.signal) && (!isWorkingServer || round.signal == SIGKILL)
      withExtendedLifetime(client) {}
      if !isByServer && !isBySignal {
        report("the command ended with \(String(describing: end)): \(command.error.suffix(300))")
        command.send(SIGKILL)
      }
      // Allow some time, because the command was ended without closing its page, so the engine has to end the page's
      // process.
      if !(await eventually(within: 120, { command.processes().isEmpty })) {
        report("processes are left: \(command.processes())")
      }
      if round.signal == SIGKILL { try await startAgain(in: folder) }
      let left = Self.files(in: folder.appendingPathComponent("tmp"))
      if !left.isEmpty { report("temporary files are left: \(left.prefix(5))") }
      let kept = Self.files(in: folder.appendingPathComponent("home")).filter { $0.contains("webkit") }
      if !kept.isEmpty { report("files of the engine are left: \(kept.prefix(5))") }
      if !(await eventually(within: 120, { !displays.contains(where: \.isOrphan) })) {
        report("sockets of a display are left: \(displays.map(\.path))")
      }
    } catch {
      report("\(error)")
    }
    if found.isEmpty { try? FileManager.default.removeItem(at: folder) }  // The scene removes its own folder.
    return CommandKillTest.Outcome(problems: found, displayCount: displayCount)
  }

  /// Starts a command with the same temporary folder. The command must remove the files that the killed command left.
  private func startAgain(in folder: URL) async throws {
    let next = try RunningCommand(words(for: .storeServe, in: folder), in: folder)
    let isThere = await eventually(within: 120) { next.output.contains("http://") }
    next.send(SIGTERM)
    let end = await next.end(within: 120)
    guard isThere, end == .exit(0) else {
      throw SceneError(description: "the next start failed with \(String(describing: end)): \(next.error)")
    }
  }

  /// Returns a client that has read the beginning of an answer and does not read the rest.
  private func unreadAnswer(of command: RunningCommand) async throws -> UnreadAnswer {
    guard await eventually(within: 120, { command.output.contains("http://") }),
      let text = command.output.split(whereSeparator: \.isWhitespace).first(where: { $0.hasPrefix("http://") }),
      let port = URL(string: String(text))?.port
    else { throw SceneError(description: "the server does not listen: \(command.error)") }
    return try UnreadAnswer(port: UInt16(port), path: "/large.bin")
  }

  private func words(for command: Command, in folder: URL) -> [String] {
    func path(_ name: String) -> String { root.appendingPathComponent(name).path }
    let open = [
      "open", path("page"), "--headless", "--protocol", "onside", "--run", path("shop.js"), "--profile",
      path("profile.json"), "--timeout", "60",
    ]
    return switch command {
    case .open: open + ["--catalog", path("shop.storekit")]
    case .openWithStore: open + ["--store", address, "--app", "com.example.shop"]
    case .storeServe:
      ["store", "serve", "--catalog", path("shop.storekit"), "--port", "0"]
        + ["--data", folder.appendingPathComponent("data").path]
    case .merchantServe, .merchantServeUnread:
      ["merchant", "serve", "--merchant-id", "m", "--key-id", "k", "--app", "com.example.shop", "--port", "0"]
        + ["--store", address, "--site", path("site")]
    }
  }

  private static func files(in folder: URL) -> [String] {
    (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
  }

  private static let profile = #"{ "onside": { "loggedIn": true, "login": "succeed", "payment": "approve" } }"#

  /// A script that tracks events and buys products in an endless loop, so that the app writes files at every moment.
  private static let script = """
    await onside.initializeOnside("v1");
    await onside.loadProducts({ productIdentifiers: ["coins"] });
    for (let number = 0; ; number += 1) {
      onside.trackEvent({ name: "turn", parameters: { number } });
      // The app refuses a purchase if sixteen already wait, so the script ignores errors.
      await onside.purchase({ productIdentifier: "coins" }).catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    """

  private static let catalog = """
    { "identifier": "TEST", "version": { "major": 4, "minor": 0 }, "settings": { "_storefront": "DEU" },
      "nonRenewingSubscriptions": [], "subscriptionGroups": [],
      "products": [
        { "displayPrice": "4.99", "familyShareable": false, "internalID": "1", "localizations": [],
          "productID": "coins", "referenceName": "Coins", "type": "Consumable" } ] }
    """
}

/// The error of a test that cannot continue.
struct SceneError: Error, CustomStringConvertible {
  let description: String
}
#endif
