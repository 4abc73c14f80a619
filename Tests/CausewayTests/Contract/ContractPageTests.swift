import CausewayJSON
import CausewayTesting
import Testing

@testable import Causeway

@MainActor @Suite("Calls and events to a page, typed by its contract") struct ContractPageTests {
  private let shop = Shop()
  private var page: ContractPage<ShopContract> { shop.page.conversation.page(shop.contract) }

  private func answer(_ value: JSONValue?) {
    shop.page.onCall = { _, _ in value }
  }

  @Test func aCallConvertsParametersAndResult() async throws {
    var bodies: [JSONValue?] = []
    shop.page.onCall = { _, body in
      bodies.append(body)
      return "A title"
    }
    #expect(try await page.title(.init(length: 40)) == "A title")
    #expect(bodies == [["name": "title", "parameters": ["length": 40]]])
  }

  @Test func aCallWithoutParametersSendsNoneAndIgnoresTheResult() async throws {
    var bodies: [JSONValue?] = []
    shop.page.onCall = { _, body in
      bodies.append(body)
      return nil
    }
    try await page.reset()
    #expect(bodies == [["name": "reset"]])
    answer("what an older app does not know")
    try await page.reset()
  }

  @Test func anAnswerOfAnotherTypeThrowsInvalidAnswer() async throws {
    for value in [.null, 1, ["title": "x"], nil] as [JSONValue?] {
      answer(value)
      do {
        let title = try await page.title(.init(length: 1))
        Issue.record("the answer \(value as Any) was accepted as \(title)")
      } catch PageCallError.invalidAnswer(let path, let expected, _) {
        #expect(path == "")
        #expect(expected.lowercased().contains("string"))
      }
    }
  }

  @Test func anEventConvertsItsData() async throws {
    try page.theme(.init(name: "dark"))
    try page.cleared()
    #expect(await eventually { shop.page.messages.count == 2 })
    #expect(shop.page.messages.map(\.body) == [["event": "theme", "data": ["name": "dark"]], ["event": "cleared"]])
  }

  @Test func aStreamConvertsItsValues() async throws {
    shop.page.onStreamCall = { _, _, stream in
      stream.send(["symbol": "A", "amount": 1])
      stream.send(["symbol": "B", "amount": 2])
      stream.end()
    }
    var prices: [ShopContract.Price] = []
    for try await price in try page.scores("final") { prices.append(price) }
    #expect(prices == [.init(symbol: "A", amount: 1), .init(symbol: "B", amount: 2)])
  }

  @Test func aStreamOfBytesIsRead() async throws {
    shop.page.onStreamCall = { _, _, stream in
      stream.send(Bytes([1, 2]))
      stream.end()
    }
    var count = 0
    for try await piece in try page.scan() { count += piece.count }
    #expect(count == 2)
  }

  @Test func aValueOfAnotherTypeInAStreamThrowsInvalidAnswer() async throws {
    shop.page.onStreamCall = { _, _, stream in
      stream.send(["symbol": "secret", "amount": "secret"])
      stream.end()
    }
    let error = await #expect(throws: PageCallError.self) {
      for try await _ in try page.scores("final") { Issue.record("the page sent a value") }
    }
    guard case .invalidAnswer(let path, _, _) = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(path.contains("amount"))
    #expect(!"\(error as Any)".contains("secret"))
  }

  @Test func aFailureOfThePageDoesNotThrowInvalidAnswer() async throws {
    let error = await #expect(throws: PageCallError.self) { try await page.title(.init(length: 1)) }
    guard case .rejected(let text) = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(text.contains("the page has no receiver for calls"))
  }
}
