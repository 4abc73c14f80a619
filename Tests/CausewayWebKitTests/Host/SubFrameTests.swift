import Causeway
import WebTestSupport
import XCTest

/// Each frame has its own conversation, with the origin that WebKit reports.
@MainActor final class SubFrameTests: XCTestCase {
  private let expected: [(frame: SubFrame?, description: String)] = [
    (nil, "main frame of test://page.example"),
    (.sameOrigin, "sub-frame of test://page.example"),
    (.crossOrigin, "sub-frame of test://other.example"),
    (.srcdoc, "sub-frame of test://page.example"),
    (.data, "sub-frame of null"),
    (.sandboxed, "sub-frame of null"),
  ]

  private let who = Capability("who", policy: .everyone, json: { _, call in .string("\(call.frame)") })

  private func open(_ capabilities: [Capability]) async throws -> CausewayPage {
    let page = CausewayPage(capabilities)
    try await page.browser.open(with: SubFrame.allCases)
    return page
  }

  func testTheAppGetsTheKindAndOriginOfEachFrame() async throws {
    let page = try await open([who])
    for (frame, description) in expected {
      let told = try await page.call("'who'", in: frame)
      XCTAssertEqual(told, "\"\(description)\"", "\(frame as Any)")
    }
    XCTAssertEqual(page.bridge.frames.map(\.description).sorted(), expected.map(\.description).sorted())
    XCTAssertEqual(Set(page.bridge.frames.map(\.document)).count, 6)
  }

  func testSubFramesCannotCallCapabilitiesForTheMainFrame() async throws {
    var calls = 0
    let page = try await open([
      Capability(
        "main", policy: .mainFrame,
        json: { _, _ in
          calls += 1
          return "yes"
        })
    ])
    for frame in SubFrame.allCases {
      let told = try await page.call("'main'", in: frame)
      XCTAssertTrue(told.hasPrefix("rejected CausewayError REFUSED: "), "\(frame): \(told)")
    }
    XCTAssertEqual(calls, 0)
    let main = try await page.call("'main'")
    XCTAssertEqual(main, "\"yes\"")
  }

  func testAnOpaqueOriginIsNeverTrusted() async throws {
    let trusted = Policy(frames: .any, origins: .only([.opaque, Origin(scheme: "test", host: "other.example")]))
    let page = try await open([Capability("trusted", policy: trusted, json: { _, _ in "yes" })])
    for frame in SubFrame.allCases {
      let told = try await page.call("'trusted'", in: frame)
      if frame == .crossOrigin {
        XCTAssertEqual(told, "\"yes\"")
      } else {
        XCTAssertTrue(told.hasPrefix("rejected CausewayError REFUSED: "), "\(frame): \(told)")
      }
    }
  }

  func testALocalFileHasTheOriginOfFilesAndItsSubFramesAreRefused() async throws {
    let own = Policy(frames: .sameOrigin, origins: .only([.file]))
    let page = CausewayPage([who, Capability("own", policy: own, json: { _, _ in "yes" })])
    try await page.browser.open(
      file: "<body><iframe srcdoc='<body>'></iframe>")
    let told = try await page.call("'who'")
    XCTAssertEqual(told, "\"main frame of file://\"")
    let served = try await page.call("'own'")
    XCTAssertEqual(served, "\"yes\"")
    let framed = try await page.browser.text(
      "return await frames[0].causeway.call('own').catch((error) => error.code)")
    XCTAssertEqual(framed, "REFUSED")
  }

  func testAnEventReachesOnlyItsDocument() async throws {
    let page = try await open([who])
    let listen = "window.seen = []; causeway.on('e', (n) => seen.push(n)); return 1"
    for (frame, _) in expected { _ = try await page.browser.text(listen, in: frame) }
    let other = try XCTUnwrap(page.bridge.frames.first { $0.origin.host == "other.example" })
    try XCTUnwrap(page.bridge.conversation(with: other.document)).send(event: "e", data: 7)
    for (frame, _) in expected {
      _ = try await page.call("'who'", in: frame)
      let seen = try await page.browser.text("return JSON.stringify(seen)", in: frame)
      XCTAssertEqual(seen, frame == .crossOrigin ? "[7]" : "[]", "\(frame as Any)")
    }
  }

  func testRemovingAFrameCancelsItsRequests() async throws {
    for frame in SubFrame.allCases {
      let waiting = Waiting()
      let page = try await open([waiting.capability, who])
      let main = try await page.begin("'wait'")
      _ = try await page.browser.text("causeway.call('wait').catch(() => {}); return 1", in: frame)
      try await eventually("the request of \(frame)") { waiting.started == 2 }
      _ = try await page.browser.text("document.getElementById('\(frame.rawValue)').remove(); return 1")
      try await eventually("the cancellation for \(frame)") { waiting.cancelled == 1 }
      XCTAssertEqual(page.bridge.frames.count, 5, "\(frame)")
      let told = try await main.value
      XCTAssertEqual(told, "\"waited\"")
    }
  }

  func testAFrameThatNavigatesGetsANewConversation() async throws {
    let waiting = Waiting()
    let page = try await open([waiting.capability, who])
    _ = try await page.browser.text("causeway.call('wait').catch(() => {}); return 1", in: .sameOrigin)
    try await eventually("the request") { waiting.started == 1 }
    _ = try await page.browser.text(
      """
      const frame = document.getElementById("sameOrigin");
      await new Promise((resolve) => { frame.onload = resolve; frame.src = "test://other.example/frame"; });
      """)
    try await eventually("the cancellation") { waiting.cancelled == 1 }
    let told = try await page.call("'who'", in: .sameOrigin)
    XCTAssertEqual(told, "\"sub-frame of test://other.example\"")
    XCTAssertEqual(page.bridge.frames.count, 6)
  }
}
