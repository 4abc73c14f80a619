#if os(Linux)
import CausewayJSON
import Foundation
import ProgramTestSupport
import Testing

/// Tests that the mock in `docs/playground.md` answers for the contract in `docs/contract.md`, as the guide says.
@Suite("The mock in the playground's guide", .timeLimit(.minutes(10))) struct MockTests {
  private static let page = """
    const shop = causeway.connect();
    const prices = [];
    const theme = new Promise((resolve) => shop.on.theme(resolve));
    const shared = await shop.share({ text: "Hello" });
    const refusal = await shop.share({ text: "" }).catch((error) => error.code);
    for await (const price of shop.prices({ symbol: "BTC" })) prices.push(price);
    shop.seen("An article");
    return [shared, refusal, prices, await theme];
    """

  @Test func answersForTheContractOfItsGuide() async throws {
    let contract = try #require(Guide("docs/contract.md").blocks.first { $0.text.contains("\"causeway\": 1") })
    let mock = try #require(Guide("docs/playground.md").blocks.first { $0.text.contains("export default") })
    let folder = try Folder()
    try folder.write("index.html", "<!doctype html><title>Shop</title>")
    let result = try await run(
      "causeway",
      [
        "open", folder.path("index.html"), "--headless", "--contract", folder.write("shop.json", contract.text),
        "--mock", folder.write("mock.js", mock.text), "--run", folder.write("run.js", Self.page),
      ], display: nil)
    #expect(result.code == 0, "\(result.error)")
    #expect(result.error.isEmpty, "the mock does not fit the contract: \(result.error)")
    #expect(try JSONValue(parsing: result.output) == [true, "EMPTY_TEXT", [99.5, 101, 100.25], "dark"])
  }
}
#endif
