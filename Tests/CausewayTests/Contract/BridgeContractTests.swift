import CausewayContract
import CausewayJSON
import CausewayTesting
import Testing

@testable import Causeway

@MainActor @Suite("The contract of a bridge") struct BridgeContractTests {
  @Test func aContractListsItsDeclarationsInOrder() {
    let contract = ShopContract().contract
    #expect(contract.name == "ShopContract")
    #expect(
      contract.members.map(\.name) == [
        "share", "ping", "photo.load", "prices", "file", "add", "report.save", "opened", "title", "reset", "scores",
        "scan", "theme", "cleared",
      ])
    let share = contract.members[0]
    #expect(share.documentation == "Shares an item." && share.errors == ["NotSignedIn", "CardDeclined"])
    #expect(share.caller == .page && share.form == .call)
    let ping = contract.members[1]
    #expect(ping.parameters == .nothing && ping.result == .nothing)
    #expect(contract.members[2].result == .bytes && contract.members[2].deprecation == "Use photos.")
    #expect(contract.members[4].form == .stream && contract.members[4].elements == .bytes)
    #expect(contract.members[6].form == .upload && contract.members[6].elements == .bytes)
    #expect(contract.members[7].form == .event && contract.members[7].caller == .page)
    #expect(contract.members[8].caller == .app && contract.members[8].form == .call)
    #expect(contract.members[12].caller == .app && contract.members[12].form == .event)
  }

  @Test func theContractOfABridgeHasTheMembersOfItsDialects() {
    #expect(Shop().bridge.contract == ShopContract().contract)
    #expect(Bridge().contract == Contract(name: "App"))
  }

  @Test func capabilitiesWithoutADeclarationAreInTheContract() {
    let bridge = Bridge()
    bridge.install(
      CausewayDialect([
        Capability("typed") { (_: Int, _) in "x" },
        Capability("json", json: { value, _ in value }),
        Capability("bytes", bytes: { (_: String, _) in Bytes([]) }),
        Capability("stream", streaming: { (_: Nothing, _) in Source([1]) }),
        Capability("upload", receiving: { (_: Int, _: PageValues<Bytes>, _) in 1 }),
      ]))
    let members = bridge.contract.members
    #expect(members.map(\.name) == ["typed", "json", "bytes", "stream", "upload"])
    #expect(members.map(\.form) == [.call, .call, .call, .stream, .upload])
    #expect(members[1].parameters == .value(.any) && members[1].result == .value(.any))
    #expect(members[2].result == .bytes)
    #expect(members[3].parameters == .nothing)
    #expect(members[4].elements == .bytes)
  }

  @Test func aContractThatIsKnownAsAValueIsTheContractOfItsDialect() {
    let shop = ShopContract().contract
    let served = shop.members.filter { $0.caller == .page }.map { Capability($0.name, json: { _, _ in nil }) }
    let dialect = CausewayDialect(shop, capabilities: served)
    #expect(dialect.contract == shop)
    #expect(dialect.mistakes == [])
    #expect(
      CausewayDialect(shop, capabilities: Array(served.dropFirst())).mistakes == [
        "the contract ShopContract declares \"share\", but no capability serves it. Add its handler to the capabilities of "
          + "the dialect."
      ])
  }

  @Test func aContractCanSetItsName() {
    struct Named: BridgeContract {
      let name = "Till"
      let share = AppFunction<Int, Int>("share")
    }
    #expect(Named().contract.name == "Till")
    #expect(Named().contract.members.map(\.name) == ["share"])
  }

  @Test func aDeclaredFunctionWithoutAHandlerIsAMistake() {
    let shop = ShopContract()
    let dialect = CausewayDialect(shop, capabilities: Array(Shop.capabilities(shop, .init()).dropFirst()))
    #expect(
      dialect.mistakes == [
        "the contract ShopContract declares \"share\", but no capability serves it. Add its handler to the capabilities "
          + "of the dialect."
      ])
    #expect(CausewayDialect(shop) { Shop.capabilities(shop, .init()) }.mistakes == [])
  }

  private struct Odd: BridgeContract {
    let then = PageFunction<Nothing, Nothing>("user.then")
    let on = AppFunction<Nothing, Nothing>("on.theme")
    let user = AppFunction<Nothing, Nothing>("user")
    let name = AppFunction<Nothing, Nothing>("user.name")
    let twice = AppFunction<Nothing, Nothing>("user.name")
  }

  @Test func namesThatThePageCannotUseAreMistakes() {
    let odd = Odd()
    let dialect = CausewayDialect(odd) {
      odd.on.handler { _, _ in }
      odd.user.handler { _, _ in }
      odd.name.handler { _, _ in }
      odd.twice.handler { _, _ in }
    }
    #expect(dialect.mistakes.count == 4, "\(dialect.mistakes)")
    #expect(dialect.mistakes.contains { $0.contains("as promises") })
    #expect(dialect.mistakes.contains { $0.contains("uses the name \"on\" itself") })
    #expect(dialect.mistakes.contains { $0.hasPrefix("\"user\" cannot be both a function and a group") })
    #expect(dialect.mistakes.contains { $0.hasPrefix("\"user.name\" is declared twice") })
  }

  #if DEBUG
  @Test func aMistakeTrapsInADebugBuildWithItsText() async throws {
    let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      Bridge().install(CausewayDialect(ShopContract(), capabilities: []))
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains("The dialect \"causeway\": the contract ShopContract declares \"share\""))
  }
  #endif
}
