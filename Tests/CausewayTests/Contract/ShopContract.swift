import CausewayContract
import CausewayJSON
import CausewayTesting

@testable import Causeway

/// A contract with every kind of declaration.
struct ShopContract: BridgeContract {
  let share = AppFunction<Share, Bool>("share", "Shares an item.", errors: [NotSignedIn.self, CardDeclined.self])
  let ping = AppFunction<Nothing, Nothing>("ping")
  let photo = AppFunction<String, Bytes>("photo.load", deprecated: "Use photos.")
  let prices = AppStream<String, Price>("prices")
  let file = AppStream<String, Bytes>("file")
  let add = AppUpload<Int, Int, Int>("add")
  let save = AppUpload<String, Bytes, Int>("report.save")
  let opened = AppEvent<Opened>("opened")
  let title = PageFunction<TitleRequest, String>("title")
  let reset = PageFunction<Nothing, Nothing>("reset")
  let scores = PageStream<String, Price>("scores")
  let scan = PageStream<Nothing, Bytes>("scan")
  let theme = PageEvent<Theme>("theme")
  let cleared = PageEvent<Nothing>("cleared")

  struct Share: Codable { var text: String, url: String? }
  struct Price: Codable, Equatable { var symbol: String, amount: Double }
  struct Opened: Codable { var page: String }
  struct TitleRequest: Codable { var length: Int }
  struct Theme: Codable { var name: String }
}

struct NotSignedIn: PageError {
  var pageMessage: String { "Sign in first." }
}

struct CardDeclined: PageError {
  struct Details: Codable, Sendable { var attemptsLeft: Int }
  static var documentation: String { "The bank declined the card." }
  var details: Details
  var pageMessage: String { "The card was declined." }
}

/// An app that serves ``ShopContract``, with a page in memory.
@MainActor struct Shop {
  let contract = ShopContract()
  let bridge = Bridge()
  let page: InMemoryPage
  let lines = Lines()

  @MainActor final class Lines {
    var all: [String] = []
    var opened: [String] = []
  }

  /// Creates an app with a connected page.
  ///
  /// - Parameter share: serves the function `share`.
  init(share: @escaping @MainActor (ShopContract.Share, Call) async throws -> Bool = { item, _ in item.url == nil }) {
    bridge.log = { [lines] in lines.all.append($0) }
    let capabilities = Self.capabilities(contract, lines, share)
    bridge.install(
      CausewayDialect(contract, origins: [Origin(scheme: "https", host: "page.example")]) { capabilities })
    page = InMemoryPage(bridge)
  }

  /// Returns the handlers of the contract.
  @CapabilityBuilder static func capabilities(
    _ contract: ShopContract, _ lines: Lines,
    _ share: @escaping @MainActor (ShopContract.Share, Call) async throws -> Bool = { _, _ in true }
  ) -> [Capability] {
    contract.share.handler(share)
    contract.ping.handler { _, _ in lines.opened.append("ping") }
    contract.photo.handler { name, _ in Bytes(Array(name.utf8)) }
    contract.prices.handler { symbol, _ in Source([ShopContract.Price(symbol: symbol, amount: 1)]) }
    contract.file.handler { name, _ in Source([Bytes(Array(name.utf8))]) }
    contract.add.handler { start, numbers, _ in try await numbers.reduce(start, +) }
    contract.save.handler { _, pieces, _ in
      var count = 0
      for try await piece in pieces { count += piece.count }
      return count
    }
    contract.opened.handler { content, _ in lines.opened.append(content.page) }
  }

  func call(_ name: String, _ parameters: JSONValue = .null) async -> InMemoryPage.Settlement {
    await page.request("causeway", request(name, parameters))
  }
}
