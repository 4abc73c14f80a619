import Foundation
import OnsideKit

@MainActor func prepare() throws {
  let folder = URL(fileURLWithPath: "/tmp/shop-state", isDirectory: true)
  try Onside.initialize(
    OnsideConfiguration(
      catalog: URL(fileURLWithPath: "Shop.storekit"), stateFolder: folder,
      eventSink: FileEventSink(file: folder.appendingPathComponent("events.jsonl"))))
}
