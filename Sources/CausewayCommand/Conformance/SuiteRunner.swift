import CausewayTool
import Foundation

/// A runner of suites, which starts each host when a suite first needs it.
@MainActor final class SuiteRunner {
  /// Receives the current step, for the error text after a timeout.
  var step: @MainActor (String) -> Void = { _ in }

  private let options: OpenOptions
  private let root: URL
  private let open: OpenPage
  private var hosts: [SuiteHostName: any SuiteHost] = [:]

  init(_ options: OpenOptions, root: URL, open: OpenPage) {
    self.options = options
    self.root = root
    self.open = open
  }

  /// Returns the states of the host in which a suite runs.
  func states(of suite: BridgeProtocol) throws -> [HostState] {
    try suite.simulation.suiteStates(in: root.appendingPathComponent(suite.rawValue))
  }

  /// Runs a suite in all states, and returns the combined report.
  /// - Parameter screenshot: the output for a picture of the page in the first state; nil for none.
  func run(
    _ suite: BridgeProtocol, _ states: [HostState], on platform: Platform, in host: SuiteHostName,
    screenshot: PictureOutput? = nil
  ) async throws -> ConformanceReport {
    let running = try running(host)
    let name = "\(suite.rawValue) \(platform.rawValue) in \(host.rawValue)"
    let progress = SuiteProgress(of: name, isVerbose: options.isVerbose)
    defer { progress.end() }
    var report: ConformanceReport?
    for (index, state) in states.enumerated() {
      step("checking \(name), with a host where \(state.description)")
      progress.begin(host: index + 1, of: states.count, description: state.description)
      let found = try await run(suite, state, on: platform, in: running, screenshot: index == 0 ? screenshot : nil)
      report?.add(found)
      report = report ?? found
    }
    guard let report else { throw PageError("the suite of \(suite.rawValue) has no states") }
    return report
  }

  private func run(
    _ suite: BridgeProtocol, _ state: HostState, on platform: Platform, in host: any SuiteHost,
    screenshot: PictureOutput?
  ) async throws -> ConformanceReport {
    var options = self.options
    options.platform = platform
    options.protocols = BridgeProtocol.allCases.filter { $0.exists(on: platform) }
    options.profile = state.profile
    #if os(Linux)
    let store = try state.networkCatalog.map(SuiteStore.init(selling:))
    // Keeps the store running until the suite has ended.
    defer { withExtendedLifetime(store) {} }
    if let store { options.profile.onside.productSource = .network(store.address) }
    #endif
    return try ConformanceReport(
      parsing: try await host.run(suite, state, options, root: root, screenshot: screenshot))
  }

  private func running(_ name: SuiteHostName) throws -> any SuiteHost {
    if let host = hosts[name] { return host }
    let host: any SuiteHost
    switch name {
    case .webkit: host = try WebKitSuiteHost(open, headless: options.isHeadless)
    case .chromium:
      #if os(Linux)
      host = ChromiumSuiteHost()
      #else
      throw UsageError("--host chromium works only on Linux")
      #endif
    }
    hosts[name] = host
    return host
  }

  /// Ends the hosts.
  func end() async {
    for host in hosts.values { await host.end() }
    hosts = [:]
  }
}
