import Causeway
import CausewayJSON
import WebKit
import WebTestSupport

/// The contract of ``ConnectedPage``.
struct TestContract: BridgeContract {
  let share = AppFunction<Share, Bool>("share", errors: [CardDeclined.self])
  let echo = AppFunction<String, String>("text.echo")
  let ping = AppFunction<Nothing, Nothing>("constructor")
  let export = AppFunction<Int, String>("export")
  let pack = AppFunction<Int, String>("pack").reporting(Stage.self)
  let wait = AppFunction<Nothing, Nothing>("wait")
  let count = AppStream<Int, Int>("count")
  let add = AppUpload<Int, Int, Int>("add")
  let opened = AppEvent<Opened>("opened")
  let title = PageFunction<TitleRequest, String>("title")
  let render = PageFunction<Nothing, String>("render").reporting(Stage.self)
  let odd = PageFunction<Nothing, Nothing>("toString")
  let scores = PageStream<String, Int>("game.scores")
  let theme = PageEvent<Theme>("look.theme")

  struct Share: Codable { var text: String, url: String? }
  struct Opened: Codable { var page: String }
  struct TitleRequest: Codable { var length: Int }
  struct Theme: Codable { var name: String }
  struct Stage: Codable, Equatable { var name: String, done: Int }
}

struct CardDeclined: PageError {
  struct Details: Codable, Sendable { var attemptsLeft: Int }
  var details: Details
  var pageMessage: String { "The card was declined." }
}

/// A page in a real WebKit with an app that serves ``TestContract``.
@MainActor final class ConnectedPage {
  /// The values that the handlers of the app have received.
  @MainActor final class Received {
    var shared: [TestContract.Share] = []
    var opened: [String] = []
    var cancelled = 0
  }

  let contract = TestContract()
  let received = Received()
  let page: CausewayPage

  init(before: WKUserScript? = nil) {
    let capabilities = Self.handlers(of: contract, received)
    page = CausewayPage(
      CausewayDialect(contract, origins: [Origin(scheme: "test", host: "page.example")], capabilities: capabilities),
      before: before)
  }

  @CapabilityBuilder private static func handlers(of contract: TestContract, _ received: Received) -> [Capability] {
    contract.share.handler { item, _ in
      if item.text == "declined" { throw CardDeclined(details: .init(attemptsLeft: 2)) }
      received.shared.append(item)
      return true
    }
    contract.echo.handler { text, _ in text }
    contract.ping.handler { _, _ in }
    contract.export.handler { count, call in
      for step in 1...count { try call.report(Double(step) / Double(count)) }
      return "exported"
    }
    contract.pack.handler { count, call in
      for step in 1...count { try call.report(.init(name: "packs", done: step)) }
      return "packed"
    }
    contract.wait.handler { _, _ in
      await withTaskCancellationHandler {
        for await _ in AsyncStream<Int>(Int.self, { _ in }) {}  // The loop ends when the task is cancelled.
      } onCancel: {
        Task { @MainActor in received.cancelled += 1 }
      }
    }
    contract.count.handler { count, _ in
      AsyncStream { continuation in
        for number in 0..<count { continuation.yield(number) }
        continuation.finish()
      }
    }
    contract.add.handler { start, numbers, _ in try await numbers.reduce(start, +) }
    contract.opened.handler { content, _ in received.opened.append(content.page) }
  }

  /// Opens a page with a script.
  func open(_ script: String = "") async throws {
    try await page.browser.open("<body><script>\(script)</script>")
  }

  /// Runs the body of an asynchronous function in which `app` is the connection. Returns its value as JSON, or the error
  /// that it throws.
  func run(_ body: String) async throws -> String {
    try await page.browser.text(
      """
      try {
        const app = causeway.connect();
        const value = await (async () => { \(body) })();
        return value === undefined ? "undefined" : JSON.stringify(value);
      } catch (error) {
        return `${error.name} ${error.path ?? error.code}: ${error.message}`;
      }
      """)
  }

  /// The page, as the contract describes it.
  var remote: ContractPage<TestContract> {
    get throws { try page.conversation.page(contract) }
  }
}
