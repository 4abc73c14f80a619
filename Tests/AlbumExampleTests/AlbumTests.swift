import Causeway
import CausewayWebKit
import Foundation
import WebKit
import WebTestSupport
import XCTest

@testable import album_example

/// The photo album of `Examples/own-bridge`, with its page in a real WebKit.
@MainActor final class AlbumTests: XCTestCase {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("album-\(UUID().uuidString)")
  private var app: AlbumApp!
  private var webView: WKWebView!

  override func setUp() async throws {
    let library = try PhotoLibrary(folder)
    try library.addSamples()
    app = AlbumApp(library)
    webView = app.makeWebView(width: 1120, height: 760)
    try await waitUntil("the photos", "document.querySelectorAll('#photos img').length === 8")
  }

  override func tearDown() async throws {
    webView = nil
    app = nil
    try FileManager.default.removeItem(at: folder)
  }

  /// Runs a script, and returns its value as text.
  @discardableResult private func run(_ body: String) async throws -> String {
    let webView = webView!
    let value = try await within("the script \(body)") {
      (try await webView.callAsyncJavaScript(body, contentWorld: .page)).map { "\($0)" } ?? ""
    }
    return value
  }

  private func waitUntil(_ what: String, _ condition: String) async throws {
    // Wait, because a page that is still loading cannot run the script.
    let webView = webView!
    try await eventually("the page") { !webView.isLoading }
    try await run("while (!(\(condition))) await new Promise((next) => setTimeout(next, 5));")
  }

  private var files: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path) }
  }

  private static let titles = "[...document.querySelectorAll('#photos span')].map((each) => each.textContent)"
  private static let toast = "document.getElementById('toast').textContent"

  func testEveryPhotoIsShownWithItsPicture() async throws {
    let titles = try await run("return \(Self.titles).join(', ')")
    XCTAssertTrue(titles.hasPrefix("City after sunset, Dunes in the evening, Forest in the mist, "), titles)
    let sizes = try await run(
      """
      await Promise.all([...document.images].filter((image) => image.closest('#photos')).map((image) => image.decode()));
      return [...document.querySelectorAll('#photos img')].every((image) => image.naturalWidth === 1024);
      """)
    XCTAssertEqual(sizes, "1")
  }

  func testTheSearchGoesOnWhileTheAlbumChanges() async throws {
    try await run("words.value = 'the mo'; words.dispatchEvent(new Event('input'));")
    try await waitUntil("one photo", "\(Self.titles).join() === 'Moon over the sea'")
    let photo = try XCTUnwrap(app.library.photos.first { $0.title == "Hills in spring" })
    _ = try app.library.rename(photo.id, to: "The mountain")
    try await waitUntil("a second photo", "\(Self.titles).length === 2")
    try app.library.remove(photo.id)
    try await waitUntil("the photo's end", "\(Self.titles).join() === 'Moon over the sea'")
    let toast = try await run("return \(Self.toast)")
    XCTAssertEqual(toast, "“The mountain” was removed")
    try await run("words.value = 'nothing'; words.dispatchEvent(new Event('input'));")
    try await waitUntil("the sentence", "document.getElementById('none').textContent === 'No photo is named “nothing”'")
  }

  /// A script that uploads a JPEG picture of `size` bytes, piece by piece. Before every piece except the first, the
  /// script waits until the test calls `next()`.
  private static let upload = """
    const { addPhoto } = await import("./upload.js");
    const size = 3 << 20;
    const bytes = new Uint8Array(size).fill(7);
    bytes.set([0xff, 0xd8, 0xff]);
    window.pieces = [];
    window.upload = addPhoto(new File([bytes], "Harbour.jpg"), (async function* () {
      try {
        for (let start = 0; start < size; start += 1 << 20) {
          if (start > 0) await new Promise((resolve) => { window.next = resolve; });
          window.pieces.push(start);
          yield bytes.slice(start, start + (1 << 20));
        }
      } finally {
        window.isClosed = true;
      }
    })());
    window.upload.then(() => { window.isSent = true; });
    """

  func testAnUploadShowsItsProgress() async throws {
    try await run(Self.upload)
    let third = "Math.abs(document.querySelector('.upload progress').value - 1 / 3) < 0.01"
    try await waitUntil("a third", third)
    try await run("next()")
    try await waitUntil("two thirds", "document.querySelector('.upload progress').value > 0.6")
    let drafts = try files.filter { $0.hasSuffix(".draft") }
    XCTAssertEqual(drafts.count, 1)
    try await run("next(); await upload;")
    try await waitUntil("the photo", "\(Self.titles)[0] === 'Harbour' && !document.querySelector('.upload')")
    XCTAssertEqual(app.library.photos.first?.bytes, 3 << 20)
    let toast = try await run("return \(Self.toast)")
    XCTAssertEqual(toast, "“Harbour” was added")
    let remaining = try files.filter { $0.hasSuffix(".draft") }
    XCTAssertEqual(remaining, [])
    // An app that is started again finds the same photos.
    XCTAssertEqual(try PhotoLibrary(folder).photos, app.library.photos)
  }

  func testACancelledUploadLeavesNothing() async throws {
    try await run(Self.upload)
    try await waitUntil("a piece", "document.querySelector('.upload progress').value > 0.3")
    try await run("document.querySelector('.upload button').click(); await upload;")
    try await eventually("the draft's end") { try self.files.filter { $0.hasSuffix(".draft") }.isEmpty }
    XCTAssertEqual(app.library.photos.count, 8)
    let left = try await run("return document.querySelectorAll('.upload').length")
    XCTAssertEqual(left, "0")
  }

  func testAPageThatGoesAwayLeavesNoDraft() async throws {
    try await run(Self.upload)
    try await waitUntil("a piece", "document.querySelector('.upload progress').value > 0.3")
    webView.reload()
    try await eventually("the draft's end") { try self.files.filter { $0.hasSuffix(".draft") }.isEmpty }
    XCTAssertEqual(app.library.photos.count, 8)
  }

  func testWhatIsNoPictureIsRefused() async throws {
    try await run("const { addPhoto } = await import('./upload.js'); await addPhoto(new File(['words'], 'a.txt'));")
    let toast = try await run("return \(Self.toast)")
    XCTAssertEqual(toast, "The file is not a JPEG, PNG, GIF or WebP picture.")
    // The app must not trust the size that a page states, because the page may lie.
    try await run(
      """
      const { addPhoto } = await import("./upload.js");
      const file = new File(["x"], "big.jpg");
      Object.defineProperty(file, "size", { value: 1e9 });
      await addPhoto(file);
      """)
    let second = try await run("return \(Self.toast)")
    XCTAssertEqual(second, "“big.jpg” is larger than 50 MB")
    XCTAssertEqual(app.library.photos.count, 8)
  }

  func testAPhotoIsRenamedAndRemovedInTheViewer() async throws {
    try await run(
      """
      document.querySelector("#photos button").click();
      title.value = "Skyline";
      document.querySelector("dialog .save").click();
      """)
    try await waitUntil("the title", "\(Self.titles)[0] === 'Skyline'")
    XCTAssertEqual(app.library.photos.first?.title, "Skyline")
    try await run(
      """
      document.querySelector("#photos button").click();
      document.querySelector("dialog .remove").click();
      """)
    try await waitUntil("the photo's end", "\(Self.titles).length === 7")
    XCTAssertFalse(app.library.photos.contains { $0.title == "Skyline" })
    XCTAssertEqual(try files.filter { $0.hasSuffix(".picture") }.count, 7)
  }
}
