import Foundation
import OnsideKit
import CausewayTesting
import WebKit
import WebTestSupport

/// An app's client with a test store and a simulated user.
@MainActor final class OnsideApp {
  let store: TestStore
  let screens = TestScreens()
  let client: OnsideClient
  private let queue: TransactionStore
  /// The tracked events: the name of each, and its parameters in order as JSON.
  private(set) var tracked: [(name: String, parameters: [String])] = []
  private let lines = LogLines()
  private let clock: any Clock<Duration>
  private let folder: TemporaryFolder

  /// Creates an app with a new folder.
  ///
  /// - Parameter clock: the clock with which the client measures its own waits.
  convenience init(store: TestStore? = nil, clock: any Clock<Duration> = ContinuousClock()) throws {
    try self.init(store: store ?? TestStore(), clock: clock, folder: TemporaryFolder())
  }

  private init(store: TestStore, clock: any Clock<Duration>, folder: TemporaryFolder) throws {
    self.store = store
    self.clock = clock
    self.folder = folder
    queue = try TransactionStore(file: folder.url.appendingPathComponent("queue"))
    let news = Box()
    client = OnsideClient(
      service: store, interface: screens, store: queue,
      tracker: { name, parameters in news.app?.tracked.append((name, parameters.map { "\($0)=\($1.json)" })) },
      clock: clock, log: { [lines] in lines.append($0) })
    news.app = self
  }

  /// The delegate that the app's pages share. Their bridges retain it.
  var pagesDelegate: OnsidePagesDelegate {
    let delegate = sharedDelegate ?? OnsidePagesDelegate(client)
    sharedDelegate = delegate
    return delegate
  }

  private weak var sharedDelegate: OnsidePagesDelegate?

  private final class Box {
    weak var app: OnsideApp?
  }

  /// The lines that the client has logged.
  var log: [String] { lines.all }

  /// Returns the app as a new process would start it, with the same disk and the same store.
  func relaunched() async throws -> OnsideApp {
    await queue.close()
    return try OnsideApp(store: store, clock: clock, folder: folder)
  }
}

/// A folder that is removed when its last user is released.
private final class TemporaryFolder {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent("onside-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)  // Ignore errors, because the folder is temporary.
  }
}

/// Log lines, which any thread may add.
final class LogLines: @unchecked Sendable {  // The lock protects all state.
  private let lock = NSLock()
  private var lines: [String] = []

  var all: [String] { lock.withLock { lines } }

  func append(_ line: String) { lock.withLock { lines.append(line) } }
}

/// The error of a method that did not return the result that the test needs.
struct UnexpectedAnswer: Error {
  let told: String

  init(_ told: String) { self.told = told }
}

/// A page in a real WebKit, in a web view that is configured with `OnsideJS` and nothing else.
@MainActor final class OnsidePage {
  let app: OnsideApp
  let browser: Browser
  let clock = ManualClock()

  init(_ configuration: OnsideJS.Configuration = .init(), app: OnsideApp? = nil, before: String = "") throws {
    let app = try app ?? OnsideApp()
    self.app = app
    browser = Browser {
      $0.userContentController.addUserScript(
        WKUserScript(source: Self.tools + before, injectionTime: .atDocumentStart, forMainFrameOnly: false, in: .page))
    }
    OnsideJS.configure(browser.webView, delegate: app.pagesDelegate, configuration, clock: clock)
    browser.onTermination = { [unowned self] in OnsideJS.webContentProcessDidTerminate(in: browser.webView) }
  }

  /// A script that shows values as text, records the lines of the console, and records the calls of callbacks. It runs
  /// before the bridge's own script, because that script saves the console that it finds.
  private static let tools = """
    window.lines = [];
    for (const level of ["warn", "error"]) {
      console[level] = (...values) => { lines.push(level + ": " + values.map(String).join(" ")); };
    }
    window.show = async (work) => {
      try {
        const value = await work();
        return value === undefined ? "undefined" : JSON.stringify(value);
      } catch (error) {
        return error instanceof Error ? error.name + " " + error.code : "error " + JSON.stringify(error);
      }
    };
    window.heard = [];
    window.listen = (...names) => {
      for (const name of names) onside[name] = (...values) => { heard.push([name, ...values]); };
    };
    window.states = () => heard.filter(([name]) => name === "onTransactionsUpdated")
      .flatMap(([, transactions]) => transactions.map(({ transactionState }) => transactionState)).join();
    window.until = async (isSo) => { while (!isSo()) await new Promise((resolve) => setTimeout(resolve)); };
    window.settled = () => new Promise((resolve) => setTimeout(resolve));

    """

  /// Saves the first message of the bridge's own script as `entry` and does not send it, so that a test's script can
  /// send it instead. A document can have only one conversation with the app.
  static let silencedRuntime = """
    {
      const prototype = Object.getPrototypeOf(webkit.messageHandlers.causeway);
      const { postMessage } = prototype;
      prototype.postMessage = function (message) {
        if (window.entry) return postMessage.call(this, message);
        window.entry = message;
        return new Promise(() => {});
      };
    }
    """

  /// Opens a page, and initializes the bridge unless `isInitialized` is false.
  static func opened(
    _ configuration: OnsideJS.Configuration = .init(), app: OnsideApp? = nil, isInitialized: Bool = true,
    before: String = ""
  ) async throws -> OnsidePage {
    let page = try OnsidePage(configuration, app: app, before: before)
    try await page.load(isInitialized: isInitialized)
    return page
  }

  func load(isInitialized: Bool = true) async throws {
    try await browser.open("<body>")
    if isInitialized { _ = try await browser.text("return onside.initializeOnside('v1')") }
  }

  /// Calls a method and returns its result as text: the value as JSON, `undefined`, `error {…}` or `BridgeError code`.
  func call(_ call: String) async throws -> String {
    try await browser.text("return show(() => onside.\(call))")
  }

  /// Runs the body of an asynchronous function in the page and returns its value as text.
  @discardableResult func run(_ body: String) async throws -> String { try await browser.text(body) }

  /// Returns the calls of callbacks so far, as JSON.
  func heard() async throws -> String { try await browser.text("return JSON.stringify(heard)") }

  /// Calls a method without waiting for its result, which the page stores in `window.answer`.
  func begin(_ call: String) async throws {
    try await run(
      "window.answer = undefined; void show(() => onside.\(call)).then((told) => { window.answer = told; })")
  }

  /// Waits for the result of the method that ``begin(_:)`` has called.
  func answer() async throws -> String {
    try await browser.text("await until(() => window.answer !== undefined); return answer")
  }

  /// Loads the products of the store in the page.
  func loadProducts() async throws {
    _ = try await browser.text("return onside.loadProducts({ productIdentifiers: ['coins', 'reader'] })")
  }

  /// Buys a product. Returns when the payment is in the queue.
  func buy(_ more: String = "") async throws {
    try await loadProducts()
    let told = try await call("purchase({ productIdentifier: 'coins' \(more) })")
    guard told == "undefined" else { throw UnexpectedAnswer(told) }
  }
}
