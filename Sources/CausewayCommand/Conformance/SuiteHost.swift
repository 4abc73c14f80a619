import CausewayJSON
import Foundation

/// The hosts in which suites run.
enum SuiteHostName: String, CaseIterable {
  case webkit
  case chromium
}

/// A host in which suites run.
@MainActor protocol SuiteHost: AnyObject {
  /// Runs a suite and returns its result, as JSON text.
  ///
  /// - Parameters:
  ///   - options: the settings of the page and of the simulated app, with the state's profile.
  ///   - root: the folder of all suites.
  ///   - screenshot: the output for a picture of the page; nil for none.
  func run(
    _ suite: BridgeProtocol, _ state: HostState, _ options: OpenOptions, root: URL, screenshot: PictureOutput?
  ) async throws -> String
  /// Ends the host.
  func end() async
}

extension HostState {
  /// Returns the query of a suite's URL, with its question mark.
  /// - Parameter host: the query items that describe the host.
  func query(on platform: Platform, host: [String] = []) -> String {
    // The suite uses the first `limit` of the query, so the items of a state can set a shorter timeout.
    "?" + (["platform=\(platform.rawValue)"] + query + host + ["limit=\(answerTimeout)"]).joined(separator: "&")
  }
}

/// WebKit, in a window or without one.
@MainActor final class WebKitSuiteHost: SuiteHost {
  private let open: OpenPage

  init(_ open: OpenPage, headless: Bool) throws {
    self.open = open
    try Display.prepare(headless: headless)
  }

  func run(
    _ suite: BridgeProtocol, _ state: HostState, _ options: OpenOptions, root: URL, screenshot: PictureOutput?
  ) async throws -> String {
    let location = PageLocation(
      root: root, path: "\(suite.rawValue)/index.html", suffix: state.query(on: options.platform))
    let session = try options.session(location)
    await open.replace(with: session)
    if !options.isHeadless { session.show() }
    try await session.load()
    switch try await session.run("return await window.__conformanceDone") {
    case .rejection(let reason): throw PageError("the suite stopped with an error: \(reason)")
    case .value(let json):
      if let screenshot { try await session.takeSnapshot(to: screenshot) }
      return json
    }
  }

  func end() async { await open.replace(with: nil) }
}

#if os(Linux)
import CausewayPlayground

/// Chromium with a playground.
@MainActor final class ChromiumSuiteHost: SuiteHost {
  private var browser: Chromium?
  private var session: ServeSession?

  func run(
    _ suite: BridgeProtocol, _ state: HostState, _ options: OpenOptions, root: URL, screenshot: PictureOutput?
  ) async throws -> String {
    let browser = try await running()
    do {
      let result = try await run(suite, state, options, root: root, in: browser)
      await endSession()
      return result
    } catch {
      await endSession()
      throw error
    }
  }

  private func run(
    _ suite: BridgeProtocol, _ state: HostState, _ options: OpenOptions, root: URL, in browser: Chromium
  ) async throws -> String {
    let report = SuiteReport()
    let inspector = Inspector(
      Inspector.Introduction(
        title: suite.rawValue, platform: options.platform.rawValue, platforms: [],
        protocols: options.protocols.map(\.rawValue)))
    let session = ServeSession(options, inspector: inspector) { $0.install(report) }
    self.session = session
    let playground = try session.start(Playground.Options(.folder(root)), port: 0)
    try await session.prepare()
    let other = "http://other.localhost:\(playground.pages.port ?? 80)"
    let query = state.query(on: options.platform, host: ["cross=\(other)"])
    guard let page = URL(string: "\(suite.rawValue)/index.html\(query)", relativeTo: playground.pages) else {
      throw PageError("the suite of \(suite.rawValue) has no URL")
    }
    let tab = try await browser.open(page.absoluteURL)
    let result = try await report.value()
    try await browser.close(tab: tab)
    return result
  }

  private func running() async throws -> Chromium {
    if let browser { return browser }
    let browser = try Chromium()
    // Keep the browser before it is ready: a timeout may end this host while the browser starts, and ``end()`` must
    // then end the browser too.
    self.browser = browser
    try await browser.waitUntilReady()
    return browser
  }

  private func endSession() async {
    await session?.end()
    session = nil
  }

  func end() async {
    await endSession()
    browser?.end()
    browser = nil
  }
}
#endif
