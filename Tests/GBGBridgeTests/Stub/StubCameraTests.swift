#if os(Linux)
import CausewayGTK
import Foundation
@testable import GBGBridge
import GTKTestSupport
import WebKit
import WebTestSupport
import XCTest

/// The stub camera views of the published Swift API, in real windows.
@MainActor final class StubCameraTests: XCTestCase {
  private static let pixel =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="

  private let end = StubEnd()

  private func file(_ name: String, _ data: Data) throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("stub-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    addTeardownBlock { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent(name)
    try data.write(to: file)
    return file
  }

  // MARK: With a camera

  func testTheDocumentCameraReturnsAPNG() async throws {
    let screen = try await end.document(.mock)
    let status = try await screen.status()
    XCTAssertEqual(status, "")
    let isLive = try await screen.run(
      "const v = document.getElementById('live'); return `${v.hidden} ${v.videoWidth > 0}`")
    XCTAssertEqual(isLive, "false true")
    try await screen.press("take")
    try await screen.until("!document.getElementById('use').hidden")
    try await screen.press("use")
    try await eventually("the picture") { end.count > 0 }
    let result = try XCTUnwrap(end.documents.first)
    XCTAssertEqual(result.mimeType, "image/png")
    let picture = try decodedPicture(result.imageData)
    XCTAssertEqual(picture.mimeType, "image/png")
    XCTAssertEqual([picture.width, picture.height], [result.width, result.height])
    XCTAssertGreaterThan(result.width, 100)
    XCTAssertFalse(screen.window.isOpen)
    XCTAssertEqual(end.count, 1)
  }

  func testTheSelfieCameraReturnsAJPEGAlsoAsTheBlobs() async throws {
    let screen = try await end.selfie(.mock)
    try await screen.press("take")
    try await screen.until("!document.getElementById('use').hidden")
    try await screen.press("use")
    try await eventually("the picture") { end.count > 0 }
    let result = try XCTUnwrap(end.selfies.first)
    XCTAssertEqual(result.mimeType, "image/jpeg")
    let picture = try decodedPicture(result.previewImageData)
    XCTAssertEqual(picture.mimeType, "image/jpeg")
    XCTAssertEqual([picture.width, picture.height], [result.width, result.height])
    XCTAssertEqual(result.encryptedBlob, result.previewImageData)
    XCTAssertEqual(result.unencryptedBlob, result.previewImageData)
  }

  func testAnotherPictureCanBeTaken() async throws {
    let screen = try await end.document(.mock)
    try await screen.press("take")
    try await screen.until("!document.getElementById('again').hidden")
    try await screen.press("again")
    try await screen.until("!document.getElementById('take').hidden")
    let buttons = try await screen.buttons()
    XCTAssertEqual(buttons, "take,cancel,choose")
    XCTAssertEqual(end.count, 0)
  }

  // MARK: Without a camera

  func testWithoutACameraADrawingReplacesThePicture() async throws {
    let screen = try await end.document()
    let status = try await screen.status()
    XCTAssertEqual(
      status,
      "No camera was found. Connect one and try again, or choose a file. "
        + "A drawing is used instead of a camera picture.")
    try await screen.press("take")
    try await screen.until("!document.getElementById('use').hidden")
    try await screen.press("use")
    try await eventually("the picture") { end.count > 0 }
    let result = try XCTUnwrap(end.documents.first)
    XCTAssertEqual([result.width, result.height], [1280, 806])
    let picture = try decodedPicture(result.imageData)
    XCTAssertEqual([picture.width, picture.height], [1280, 806])
  }

  // MARK: Files

  func testAChosenFileReplacesThePictureOfTheCamera() async throws {
    let selfie = try await end.selfie()
    let png = try await selfie.run(
      """
      const canvas = Object.assign(document.createElement("canvas"), { width: 3000, height: 1500 });
      canvas.getContext("2d").fillRect(0, 0, 10, 10);
      return canvas.toDataURL("image/png").split(",")[1];
      """)
    let file = try file("portrait.png", XCTUnwrap(Data(base64Encoded: png)))
    selfie.window.camera.chooser = ChosenFile(file)
    try await selfie.press("choose")
    try await selfie.until("!document.getElementById('use').hidden")
    try await selfie.press("use")
    try await eventually("the picture") { end.count > 0 }
    let result = try XCTUnwrap(end.selfies.first)
    // The picture has at most 2,048 pixels in each direction.
    XCTAssertEqual([result.width, result.height], [2048, 1024])
    let picture = try decodedPicture(result.previewImageData)
    XCTAssertEqual(picture.mimeType, "image/jpeg")
  }

  /// A script that waits until the page plays the camera's video.
  private static let liveness = """
    const live = document.getElementById("live");
    while (live.paused || live.readyState < 2) await new Promise(requestAnimationFrame);
    """

  /// Returns a screen on which the user has chosen a file before the system decides whether the page may use the
  /// camera.
  private func screenWithAChosenPicture(before permission: LatePermission) async throws -> StubScreen {
    let view = StubDocumentCameraView(onCaptured: { _ in }, onCancelled: {})
    let screen = try await StubScreen(view.show(), .mock, permission: permission)
    try await eventually("the question whether the camera may be used") { permission.grant != nil }
    screen.window.camera.chooser = ChosenFile(try file("dot.png", XCTUnwrap(Data(base64Encoded: Self.pixel))))
    try await screen.press("choose")
    try await screen.until("!document.getElementById('use').hidden")
    return screen
  }

  func testAChosenPictureStaysWhenTheCameraStarts() async throws {
    let permission = LatePermission()
    let screen = try await screenWithAChosenPicture(before: permission)
    permission.grant?()
    try await screen.run(Self.liveness)
    let shown = try await screen.run("return `${live.hidden} ${picture.hidden} ${picture.width}`")
    XCTAssertEqual(shown, "true false 1")
    let buttons = try await screen.buttons()
    XCTAssertEqual(buttons, "use,cancel,again,choose")
  }

  func testTheCameraIsShownIfAPictureCannotBeEncoded() async throws {
    let permission = LatePermission()
    let screen = try await screenWithAChosenPicture(before: permission)
    try await screen.run("HTMLCanvasElement.prototype.toBlob = (done) => { window.finish = done; }")
    try await screen.press("use")
    try await screen.until("document.getElementById('use').disabled")
    permission.grant?()
    try await screen.run(Self.liveness)
    try await screen.run("finish(null)")
    try await screen.until("document.getElementById('status').textContent.includes('could not be encoded')")
    try await screen.press("again")
    let shown = try await screen.run("return `${live.hidden} ${picture.hidden}`")
    XCTAssertEqual(shown, "false true")
  }

  func testTheErrorForAFileThatIsNoPictureContainsItsName() async throws {
    let screen = try await end.document()
    screen.window.camera.chooser = ChosenFile(try file("notes.txt", Data("no picture".utf8)))
    try await screen.press("choose")
    try await screen.until("document.getElementById('status').classList.contains('error')")
    let status = try await screen.status()
    XCTAssertEqual(status, "“notes.txt” cannot be read as a picture. Choose a PNG or JPEG file.")
    let buttons = try await screen.buttons()
    XCTAssertEqual(buttons, "take,cancel,choose")
    // After the error, the screen must still read the next file.
    screen.window.camera.chooser = ChosenFile(try file("dot.png", XCTUnwrap(Data(base64Encoded: Self.pixel))))
    try await screen.press("choose")
    try await screen.until("!document.getElementById('use').hidden")
    let said = try await screen.status()
    XCTAssertEqual(said, "")
  }

  func testTheFileDialogClosesWithTheCamera() async throws {
    let screen = try await end.document()
    try await screen.press("choose")
    try await eventually("the dialog") { OnScreen.window(titled: "Choose a picture") != nil }
    screen.window.close()
    screen.window.camera.end(nil)
    try await eventually("the end of the dialog") { OnScreen.window(titled: "Choose a picture") == nil }
    XCTAssertEqual(end.cancellations, 1)
  }

  // MARK: Endings

  func testCancellingIsReportedOnceAndClosesTheWindow() async throws {
    let screen = try await end.document(.mock)
    try await screen.press("cancel")
    try await eventually("the end") { end.count > 0 }
    XCTAssertFalse(screen.window.isOpen)
    screen.window.camera.end(nil)
    XCTAssertEqual(end.cancellations, 1)
    XCTAssertEqual(end.count, 1)
  }

  func testEscapeCancels() async throws {
    let screen = try await end.selfie()
    try await screen.run("dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))")
    try await eventually("the end") { end.cancellations == 1 }
  }

  func testClosingTheWindowCancels() async throws {
    let screen = try await end.document()
    let window = try XCTUnwrap(OnScreen.window(titled: "Document camera"))
    OnScreen.close(window)
    try await eventually("the end") { end.cancellations == 1 }
    XCTAssertFalse(screen.window.isOpen)
    XCTAssertNil(OnScreen.window(titled: "Document camera"))
  }

  func testReleasingTheWindowReportsNoResult() async throws {
    var screen: StubScreen? = try await end.document(.mock)
    weak let camera = screen?.window.camera
    screen = nil
    try await eventually("the end of the camera") { camera == nil }
    XCTAssertNil(OnScreen.window(titled: "Document camera"))
    XCTAssertEqual(end.count, 0)
  }

  /// If the user drops a file on the page, WebKit navigates to it as for a link. The camera must refuse to navigate.
  func testTheCameraRefusesToNavigate() async throws {
    let screen = try await end.document()
    for url in ["data:text/html,<p>other</p>", "https://other.example/", "about:blank"] {
      try await screen.run("location.href = '\(url)'")
      let isThere = try await screen.run("return String(Boolean(document.getElementById('take')))")
      XCTAssertEqual(isThere, "true", url)
    }
    try await screen.press("cancel")
    try await eventually("the end") { end.cancellations == 1 }
  }

  // MARK: In a journey

  func testAJourneyReceivesThePictureOfTheStubCamera() async throws {
    let page = GBGPage()
    let host = page.host
    host.documentCapture.handler = { [weak host] _ in
      guard let host else { return .cancelled(reason: "Host deallocated") }
      return await host.documentCapture.awaitCompletion()
    }
    try await page.open()
    try await page.request("camera.document.capture", "{ documentType: 'passport', side: 'front' }")
    try await eventually("the request") { host.documentCapture.activeRequest != nil }
    let view = StubDocumentCameraView(
      onCaptured: { host.documentCapture.complete(.document($0)) },
      onCancelled: { host.documentCapture.complete(.cancelled(reason: "User dismissed")) })
    let screen = try await StubScreen(view.show(), .none)
    try await screen.press("take")
    try await screen.until("!document.getElementById('use').hidden")
    try await screen.press("use")
    let told = try await page.browser.text(
      """
      const { status, data } = (await final("c1")).payload;
      const picture = await createImageBitmap(await (await fetch(`data:${data.mimeType};base64,${data.imageData}`)).blob());
      return [status, data.mimeType, data.side, data.width === picture.width, data.height === picture.height].join();
      """)
    XCTAssertEqual(told, "success,image/png,front,true,true")
    XCTAssertNil(host.documentCapture.activeRequest)
  }
}
#endif
