import ExamplePages
import Foundation
import OnsideKit

/// Onside with local testing: the catalogue of the example is the shop, and nothing is charged.
@MainActor struct Shop {
  let page = ExamplePage("onside")
  /// Why there is nothing to buy; nil if there is.
  let failure: String?

  /// Prepares Onside: to be made once, at the launch of the app.
  init() {
    do {
      guard let folder = ExamplePages.folder(of: "onside") else { throw CocoaError(.fileNoSuchFile) }
      let support = try FileManager.default.url(
        for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
      try Onside.initialize(
        OnsideConfiguration(
          catalog: folder.appendingPathComponent("shop.storekit"),
          stateFolder: support.appendingPathComponent("Shop", isDirectory: true)))
      failure = nil
    } catch {
      failure = "\(error)"
    }
  }
}
