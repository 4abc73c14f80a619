#if os(Linux)
import CausewayContract
import Testing

@testable import greeter

/// The declarations in `docs/own-bridge.md` are those that the contract of its program writes.
@Suite("The declarations in the guide to a bridge of your own") struct DeclarationTests {
  @Test func areThoseOfTheContract() throws {
    let blocks = try Guide("docs/own-bridge.md").blocks
    let stated = try #require(blocks.first { $0.text.contains("export interface Greetings ") })
    #expect(stated.text + "\n" == Greetings().contract.typeScript)
  }
}
#endif
