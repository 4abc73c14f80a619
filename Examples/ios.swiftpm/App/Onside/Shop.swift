import ExamplePages
import Foundation
import OnsideKit

/// Onside with local testing: the shop sells the products of the example's catalog, and nothing is charged.
@MainActor struct Shop {
  let page = ExamplePage("onside")
  /// The reason why Onside is not ready; nil if it is.
  let failure: String?

  /// Prepares Onside. Call this once, at the launch of the app.
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
