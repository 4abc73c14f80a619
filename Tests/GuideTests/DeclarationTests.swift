#if os(Linux)
import CausewayContract
import Testing

@testable import greeter

/// Tests that the declarations in `docs/own-bridge.md` equal the declarations that are generated from its program's
/// contract.
@Suite("The declarations in the guide to a bridge of your own") struct DeclarationTests {
  @Test func areThoseOfTheContract() throws {
    let blocks = try Guide("docs/own-bridge.md").blocks
    let stated = try #require(blocks.first { $0.text.contains("export interface Greetings ") })
    #expect(stated.text + "\n" == Greetings().contract.typeScript)
  }
}
#endif
