#if os(Linux)
import Causeway
import CausewayDriver
import CausewayHTTP
import CausewayJSON
import CausewayTool
import Foundation
import WebKit

/// The process of one session of `causeway driver`: a page in its app, in a window of its own display.
///
/// `causeway driver` starts this hidden mode of the command. The first line of standard input has the session's
/// options; the process answers with a line when the page can be controlled. Each further line is a request. The
/// process ends when its standard input ends.
@MainActor enum DriverPage {
  /// The argument that selects the mode.
  static let word = "driver-page"

  /// The number of characters after which a line of the console is cut, because the newest lines stay in memory.
  private static let longestConsoleLine = 10_000

  static func run() async -> ExitCode {
    do {
      let link = try DriverLink()
      var lines = link.lines.makeAsyncIterator()
      guard let options = await lines.next() else { return .success }
      do {
        let (session, requests) = try await start(options, link)
        while let line = await lines.next() { requests.answer(line) }
        await session.end()
        return .success
      } catch {
        link.send(["failed": .string("\(error)")])
        return .failure
      }
    } catch {
      Tool.complain("\(error)")
      return .failure
    }
  }

  private static func start(_ value: JSONValue, _ link: DriverLink) async throws -> (PageSession, DriverRequests) {
    TemporaryFolder.removeLeftovers()
    let options = try DriverPageOptions(value)
    // The engine accepts everybody who finds its address.
    guard let (address, port) = LoopbackPort.hidden() else { throw PageError("no port of this machine is free") }
    let inspector = "\(address):\(port)"
    // The engine reads this variable when it is first used.
    setenv("WEBKIT_INSPECTOR_SERVER", inspector, 1)
    try Display.prepare(headless: true, view: options.open.view, ownScreen: DriverPageOptions.screen)
    let inspection = DriverInspection(options)
    var open = options.open
    open.inspection = inspection
    let session = try open.session(options.page ?? .none)
    let settling = InputSettling(session.webView)
    ConsoleReporter.attach(to: session.webView.configuration.userContentController) { [console = inspection.console] in
      console.add($0.cut(to: Self.longestConsoleLine))
    }
    let windows = RefusedWindows(inspection.console)
    session.webView.uiDelegate = windows
    try await session.prepare()
    session.show()
    session.removeDecoration()
    session.webView.grabFocus()
    let host = AutomationHost(session.webView, name: "causeway", version: (0, 1, 0))
    link.send([
      "ready": [
        "display": .string(ProcessInfo.processInfo.environment["DISPLAY"] ?? ""), "inspector": .string(inspector),
        "scale": .number(Double(options.open.view.pixelRatio)),
        "url": options.page.map { .string($0.url.absoluteString) } ?? .null,
      ]
    ])
    return (session, DriverRequests(session, inspection, host, settling, windows, link))
  }
}

/// A delegate that tells the client of a window that a page has tried to open. The app shows its page in one window.
@MainActor final class RefusedWindows: NSObject, WKUIDelegate {
  private let console: DriverHistory<ConsoleLine>

  init(_ console: DriverHistory<ConsoleLine>) {
    self.console = console
  }

  func webView(
    _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
    for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
  ) -> WKWebView? {
    let url = navigationAction.request.url?.absoluteString ?? "about:blank"
    let text = "The page has tried to open a second window with \(url). The app has one window, and opens no other"
    // The engine does not say which frame has asked.
    console.add(
      ConsoleLine(level: "warn", text: Redactor.standard.redact(text), isMainFrame: true, isProblem: false))
    return nil
  }
}

extension PageLocation {
  /// The location of a session without a page.
  fileprivate static let none = PageLocation(blank: ())
}

/// The side of the driver in the process of a page: it answers the app's prompts and keeps the page's messages.
@MainActor final class DriverInspection: PageInspection {
  let prompts: DriverPrompts
  let messages = DriverHistory<BridgeObservation>()
  let console = DriverHistory<ConsoleLine>()
  private(set) var bridge: Bridge?

  init(_ options: DriverPageOptions) {
    prompts = DriverPrompts(standing: options.open.profile.answer)
  }

  func inspected(_ settings: SimulatedSettings) -> SimulatedSettings {
    var settings = settings
    settings.prompter = DriverPrompter(prompts)
    settings.makeInterface = { [prompts] in DriverInterface(prompts, scripted: $0) }
    return settings
  }

  func show(_ bridge: Bridge, _ app: SimulatedApp, page: URL, in webView: WKWebView) {
    self.bridge = bridge
    bridge.observe { [messages] in messages.add($0) }
  }
}
#endif
