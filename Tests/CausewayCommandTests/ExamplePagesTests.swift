import ExamplePages
import Foundation
import Testing

@testable import CausewayCommand

/// The pages of the app in `Examples/ios.swiftpm`, as the package contains them.
@Suite("The pages of the examples") struct ExamplePagesTests {
  @Test(arguments: BridgeProtocol.published.map(\.rawValue) + ["notebook"])
  func examplePagesHaveEveryFileThatTheyReference(of example: String) throws {
    let folder = try #require(ExamplePages.folder(of: example))
    let page = try String(contentsOf: folder.appendingPathComponent("index.html"), encoding: .utf8)
    let names = page.matches(of: /(?:src|href)="([\w.-]+)"/).map { String($0.1) }
    for name in names {
      #expect(FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path), "\(name)")
    }
  }

  @Test func theExampleOfOnsideContainsItsCatalog() throws {
    let folder = try #require(ExamplePages.folder(of: "onside"))
    #expect(FileManager.default.fileExists(atPath: folder.appendingPathComponent("shop.storekit").path))
  }

  @Test func anUnknownExampleHasNoFolder() {
    #expect(ExamplePages.folder(of: "yesterday") == nil)
  }
}
