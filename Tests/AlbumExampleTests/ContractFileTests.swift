import CausewayContract
import Foundation
import Testing

@testable import album_example

@Suite("The declarations beside the pages of the examples") struct ContractFileTests {
  private let examples = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Examples").standardizedFileURL

  @Test func ofTheAlbumAreThoseOfTheApp() throws {
    let file = examples.appendingPathComponent("own-bridge/Page/contract.d.ts")
    #expect(try String(contentsOf: file, encoding: .utf8) == Album().contract.typeScript)
  }

  @Test func ofTheNotebookAreThoseOfTheApp() throws {
    let file = examples.appendingPathComponent("notebook/contract.d.ts")
    #expect(try String(contentsOf: file, encoding: .utf8) == Notebook().contract.typeScript)
  }
}
