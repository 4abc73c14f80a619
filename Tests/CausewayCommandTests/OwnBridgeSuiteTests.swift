import CausewayContract
import Foundation
import ProgramTestSupport
import Testing

@testable import CausewayCommand

@Suite("The suite of Causeway's own bridge") struct OwnBridgeSuiteTests {
  private let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Conformance/causeway").standardizedFileURL

  private func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }

  @Test @MainActor func itsFilesAreTheContractOfTheSimulatedApp() throws {
    let contract = ConformanceContract().contract
    #expect(try Contract(parsing: text("contract.json")).json == contract.json)
    #expect(try text("contract.d.ts") == contract.typeScript)
  }

  @Test func aProfileSaysWhichOriginsAreTheAppsOwn() throws {
    let text = #"{"causeway": {"allowedOrigins": ["https://a.example"]}}"#
    let profile = try Profile(parsing: Array(text.utf8), folder: folder)
    #expect(profile.causeway.allowedOrigins?.map(\.description) == ["https://a.example"])
  }

  @Test(arguments: ["android", "windows"]) func itHasNoSurfaceOnOtherPlatforms(platform: String) async throws {
    let result = try await causeway("conformance", "causeway", "--headless", "--platform", platform)
    #expect(result.code == 2)
    #expect(result.error.contains("choose --platform ios or macos"))
  }
}
