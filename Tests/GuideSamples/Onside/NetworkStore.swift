import Foundation
import OnsideKit

@MainActor func prepareStore(_ url: URL) throws {
  try Onside.initialize(
    OnsideConfiguration(
      store: .network(try StoreAddress(url, app: "com.example.shop")),
      stateFolder: URL(fileURLWithPath: "/tmp/shop-state", isDirectory: true)))
}
