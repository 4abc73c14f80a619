import Foundation
import XCTest

@testable import TodayWebViewBridge

/// Tests that the copies of the capabilities' table in the host kits equal the table in Swift.
final class CapabilityTableTests: XCTestCase {
  func testTheHostKitsHaveTheTableOfThePageScripts() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..")
    let entries = TodayCapability.all.map { capability in
      "    \(capability.name): \(TodayCapability.forPages[capability.name]?.json ?? ""),\n"
    }
    for file in [
      "android/page/today.js", "android/page/today-interface.js", "windows/today-messages.js",
      "windows/today-host-object.js",
    ] {
      let text = try String(contentsOf: root.appendingPathComponent("HostKits/\(file)"), encoding: .utf8)
      XCTAssertTrue(text.contains("({\n\(entries.joined())  });"), "\(file): run script/make-host-kits")
    }
  }
}
