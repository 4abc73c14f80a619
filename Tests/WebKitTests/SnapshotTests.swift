import CWebKitGTK
import WebKit
import WebTestSupport
import XCTest

/// Snapshots of a page: their size and their pixels.
@MainActor final class SnapshotTests: XCTestCase {
  /// Returns the color of a pixel as `rrggbbaa`.
  private func color(_ image: WKSnapshotImage, _ x: Int, _ y: Int) throws -> String {
    try color(of: try XCTUnwrap(image.pngData()), size: image.size, x, y)
  }

  private func color(of file: Data, size: CGSize, _ x: Int, _ y: Int) throws -> String {
    let bytes = file.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
    defer { g_bytes_unref(bytes) }
    let texture = try XCTUnwrap(gdk_texture_new_from_bytes(bytes, nil))
    defer { g_object_unref(gpointer(texture)) }
    let (width, height) = (Int(gdk_texture_get_width(texture)), Int(gdk_texture_get_height(texture)))
    XCTAssertEqual(size, CGSize(width: width, height: height))
    var pixels = [UInt8](repeating: 0, count: width * height * 4)
    gdk_texture_download(texture, &pixels, gsize(width * 4))
    let pixel = pixels[(y * width + x) * 4..<(y * width + x) * 4 + 4].map { $0 }
    return [pixel[2], pixel[1], pixel[0], pixel[3]].map { String(format: "%02x", $0) }.joined()
  }

  private func browser() async throws -> Browser {
    let browser = Browser()
    try await browser.open(
      """
      <body style="margin: 0; background: #102030">
      <div style="position: absolute; left: 100px; top: 50px; width: 200px; height: 100px; background: #ff8000"></div>
      """)
    return browser
  }

  func testASnapshotShowsTheWholeWebView() async throws {
    let browser = try await browser()
    for configuration in [nil, WKSnapshotConfiguration()] {
      let image = try await browser.webView.takeSnapshot(configuration: configuration)
      XCTAssertEqual(image.size, CGSize(width: 800, height: 600))
      XCTAssertEqual(try color(image, 0, 0), "102030ff")
      XCTAssertEqual(try color(image, 299, 149), "ff8000ff")
      XCTAssertEqual(try color(image, 300, 150), "102030ff")
    }
  }

  func testASnapshotOfAPartShowsThatPart() async throws {
    let browser = try await browser()
    let configuration = WKSnapshotConfiguration()
    configuration.rect = CGRect(x: 90, y: 40, width: 50, height: 30)
    let image = try await browser.webView.takeSnapshot(configuration: configuration)
    XCTAssertEqual(image.size, CGSize(width: 50, height: 30))
    XCTAssertEqual(try color(image, 9, 9), "102030ff")
    XCTAssertEqual(try color(image, 10, 10), "ff8000ff")
  }

  func testASnapshotIsTransparentOutsideTheWebView() async throws {
    let browser = try await browser()
    let configuration = WKSnapshotConfiguration()
    configuration.rect = CGRect(x: 790, y: 590, width: 20, height: 20)
    let image = try await browser.webView.takeSnapshot(configuration: configuration)
    XCTAssertEqual(try color(image, 5, 5), "102030ff")
    XCTAssertEqual(try color(image, 15, 15), "00000000")
  }

  func testAPictureAsJPEG() async throws {
    let browser = try await browser()
    let configuration = WKSnapshotConfiguration()
    configuration.rect = CGRect(x: 760, y: 560, width: 80, height: 80)
    let image = try await browser.webView.takeSnapshot(configuration: configuration)
    let best = try XCTUnwrap(image.jpegData(compressionQuality: 1))
    XCTAssertTrue(best.starts(with: [0xff, 0xd8, 0xff]))
    XCTAssertEqual(try color(of: best, size: image.size, 8, 8), "102030ff")
    // The part outside the web view is transparent in the snapshot, and therefore white in the JPEG file.
    XCTAssertEqual(try color(of: best, size: image.size, 70, 70), "ffffffff")
    let whole = try await browser.webView.takeSnapshot(configuration: nil)
    let sizes = try [0, 1].map { try XCTUnwrap(whole.jpegData(compressionQuality: $0)).count }
    XCTAssertLessThan(sizes[0], sizes[1])
  }

  func testASnapshotIsScaledToItsWidth() async throws {
    let browser = try await browser()
    let configuration = WKSnapshotConfiguration()
    configuration.snapshotWidth = 400
    var image = try await browser.webView.takeSnapshot(configuration: configuration)
    XCTAssertEqual(image.size, CGSize(width: 400, height: 300))
    XCTAssertEqual(try color(image, 100, 50), "ff8000ff")
    configuration.rect = CGRect(x: 100, y: 50, width: 200, height: 100)
    image = try await browser.webView.takeSnapshot(configuration: configuration)
    XCTAssertEqual(image.size, CGSize(width: 400, height: 200))
    XCTAssertEqual(try color(image, 10, 10), "ff8000ff")
  }

  func testASnapshotContainsTheLatestChanges() async throws {
    let browser = try await browser()
    try await browser.run("document.body.style.background = '#00ff00'")
    let image = try await browser.webView.takeSnapshot(configuration: WKSnapshotConfiguration())
    XCTAssertEqual(try color(image, 0, 0), "00ff00ff")
  }

  func testASnapshotOfAnEmptyPartFails() async throws {
    let browser = try await browser()
    let configuration = WKSnapshotConfiguration()
    configuration.rect = .zero
    await assertError(.unknown) { try await browser.webView.takeSnapshot(configuration: configuration) }
  }
}
