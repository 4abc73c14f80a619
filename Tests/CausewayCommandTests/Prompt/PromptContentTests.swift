#if os(Linux)
import ProgramTestSupport
import CWebKitGTK
import Causeway
import CausewayGTK
import CausewayText
import Foundation
import GTKTestSupport
import WebKit
import WebTestSupport
import XCTest

@testable import CausewayCommand

/// The contents of the prompts' windows.
final class PromptContentTests: XCTestCase {
  @MainActor private func window(_ prompt: Prompt) throws -> PromptWindow {
    try GLibMainLoop.start()
    return PromptWindow(prompt)
  }

  @MainActor func testThePromptShowsTheFramesOriginAndMarksTextsOfThePage() async throws {
    let window = try window(.payment)
    defer { window.close() }
    let texts = OnScreen.texts(in: window.widget)
    XCTAssertEqual(
      texts.filter { !$0.isEmpty && $0 != "Causeway" },
      [
        "Send money from your wallet?", "Requested by", "https://shop.example", "Amount", "0.0123 BCH", "To",
        "bitcoincash:qp63uahgrxged4z5jswyt5dn5v3lzsem6cy4spdc2h", "Public note", "0x6d02 hello", "From",
        "the simulated wallet of this profile", "Text beside a bar comes from the page.",
        "The page says about itself (not checked):", "Name", "Tea & Cake <b>Shop</b>", "Icon",
        "https://shop.example/icon.png", "This payment carries data from the page, which stays public forever.",
        "Decline", "Send",
      ])
    let marked = OnScreen.labels(in: window.widget).filter { gtk_widget_has_css_class($0, "prompt-page-text") != 0 }
    XCTAssertEqual(
      marked.flatMap(OnScreen.texts),
      [
        "0.0123 BCH", "bitcoincash:qp63uahgrxged4z5jswyt5dn5v3lzsem6cy4spdc2h", "0x6d02 hello",
        "Tea & Cake <b>Shop</b>", "https://shop.example/icon.png",
      ])
  }

  @MainActor func testARequestOfAFrameIsShownAsSuch() async throws {
    let window = try window(.signature)
    defer { window.close() }
    let texts = OnScreen.texts(in: window.widget)
    let place = try XCTUnwrap(texts.firstIndex(of: "https://login.wallet.example:8443"))
    XCTAssertEqual(texts[place - 1], "Requested by a frame of")
    XCTAssertEqual(texts[place + 1], "inside the page")
  }

  @MainActor func testAnOpaqueOriginIsShownAsAPageWithoutAnOrigin() async throws {
    var prompt = Prompt.payment
    prompt.requester = .init(origin: .opaque, isMainFrame: true)
    let window = try window(prompt)
    defer { window.close() }
    XCTAssertTrue(OnScreen.texts(in: window.widget).contains("a page without an origin"))
  }

  @MainActor func testAMessageForSigningIsShownInFullWithItsLines() async throws {
    let window = try window(.signature)
    defer { window.close() }
    let message = try XCTUnwrap(OnScreen.texts(in: window.widget).first { $0.hasPrefix("1. I agree") })
    XCTAssertEqual(message.split(separator: "\n").count, 40)
    XCTAssertFalse(message.contains("⟨"))
  }

  @MainActor func testAHostilePageCannotHideText() async throws {
    let window = try window(.hostile)
    defer { window.close() }
    let labels = OnScreen.labels(in: window.widget)
    let texts = OnScreen.texts(in: window.widget)
    XCTAssertTrue(texts.contains("⟨U+202E⟩HCB 000,1⟨U+202C⟩ for ⟨U+200B⟩free"), "\(texts)")
    XCTAssertTrue(texts.contains("x⟨12 line breaks⟩Approved by your bank"))
    let name = try XCTUnwrap(
      texts.first { $0.hasPrefix("</script><span size='100000'>Your Bank</span>⟨U+202E⟩⟨U+2066⟩lies") })
    XCTAssertTrue(name.hasSuffix("more characters⟩"))
    XCTAssertLessThan(name.unicodeScalars.count, 600)
    for label in labels { XCTAssertEqual(gtk_label_get_use_markup(OpaquePointer(label)), 0) }
    let invisible = texts.joined().unicodeScalars.filter { $0.properties.isDefaultIgnorableCodePoint || $0.value < 32 }
    XCTAssertEqual(invisible.map(\.value), [])
  }

  @MainActor func testTheEndOfALongHostStaysVisible() async throws {
    let window = try window(.hostile)
    defer { window.close() }
    let origin = Prompt.hostile.requester.origin.description
    let line = try XCTUnwrap(
      OnScreen.labels(in: window.widget).first { gtk_widget_has_css_class($0, "prompt-origin") != 0 })
    XCTAssertEqual(OnScreen.texts(in: line), [origin])
    XCTAssertEqual(gtk_label_get_ellipsize(OpaquePointer(line)), PANGO_ELLIPSIZE_START)
    XCTAssertTrue(OnScreen.texts(in: window.widget).contains("In full: \(origin)"))
  }

  @MainActor func testTheWindowFitsOnALowScreen() throws {
    try GLibMainLoop.start()
    var prompt = Prompt.payment
    let host = (1...4).map { _ in String(repeating: "w", count: 63) }.joined(separator: ".").dropLast(2)
    prompt.requester = .init(origin: Origin(scheme: "https", host: String(host), port: 65_535), isMainFrame: false)
    prompt.rows = (1...40).map { Prompt.Row(label: "Row \($0)", value: .page(PageText("A value"))) }
    prompt.warning = """
      A text is too long to show in full. The transaction contains data from the page, which everybody can read. \
      The wallet signs a transaction, which the page can send at any time.
      """
    let window = PromptWindow(prompt, offersDeclineAll: true)
    defer { window.close() }
    var (least, natural): (gint, gint) = (0, 0)
    gtk_widget_measure(window.widget, GTK_ORIENTATION_VERTICAL, 520, &least, &natural, nil, nil)
    XCTAssertLessThanOrEqual(least, 700)
    XCTAssertGreaterThan(natural, least + 200, "The natural height is not greater than the minimum height")
    var narrowest: gint = 0
    gtk_widget_measure(window.widget, GTK_ORIENTATION_HORIZONTAL, -1, &narrowest, nil, nil, nil)
    XCTAssertLessThanOrEqual(narrowest, 520)
  }

  // MARK: Pictures

  @MainActor func testACaptureCanBeApprovedWhenAPictureIsChosen() async throws {
    let folder = try Folder()
    let file = try TestPicture.write(folder.path("id.jpg"), type: "jpeg", width: 320, height: 200)
    let text = URL(fileURLWithPath: try folder.write("not\u{202E}a picture.png", "hello"))
    try GLibMainLoop.start()
    let timers = HandTimers()
    let prompter = WindowPrompter(startTimer: timers.start)
    let task = Task { try await prompter.ask(.capture) }
    try await eventually("the first frame of the window") { prompter.window != nil && timers.delay != nil }
    let window = try XCTUnwrap(prompter.window)
    let choice = try XCTUnwrap(window.choice)
    timers.fire()
    XCTAssertFalse(OnScreen.isSensitive(window.approve))
    choice.choose(text)
    timers.fire()
    XCTAssertFalse(OnScreen.isSensitive(window.approve))
    let complaint = try XCTUnwrap(OnScreen.texts(in: choice.widget).first)
    XCTAssertTrue(
      complaint.hasSuffix("not⟨U+202E⟩a picture.png: it is not a picture in a known format, such as PNG or JPEG"),
      complaint)
    choice.choose(file)
    XCTAssertFalse(OnScreen.isSensitive(window.approve), "The window can be approved before the picture was shown")
    timers.fire()
    XCTAssertTrue(OnScreen.isSensitive(window.approve))
    XCTAssertTrue(OnScreen.texts(in: choice.widget).contains("id.jpg, 320 × 200 pixels"))
    choice.choose(text)
    timers.fire()
    XCTAssertFalse(OnScreen.isSensitive(window.approve), "The earlier picture can still be approved")
    choice.choose(file)
    timers.fire()
    OnScreen.press(window.approve)
    guard case .approved(let picture?) = try await within("an answer", { try await task.value }) else {
      return XCTFail("The answer has no picture")
    }
    XCTAssertEqual(picture.mimeType, "image/jpeg")
    XCTAssertEqual(picture.data, try Data(contentsOf: file))
  }

  @MainActor func testTheWindowMakesRoomForThePicture() async throws {
    let folder = try Folder()
    let file = try TestPicture.write(folder.path("id.jpg"), type: "jpeg", width: 320, height: 200)
    let window = try window(.capture)
    defer { window.close() }
    window.show(before: nil)
    g_main_context_wakeup(nil)
    try await eventually("the layout of the window") { gtk_widget_get_height(window.widget) > 0 }
    let height = gtk_widget_get_height(window.widget)
    window.choice?.choose(file)
    g_main_context_wakeup(nil)
    try await eventually("the growth of the window") { gtk_widget_get_height(window.widget) > height + 150 }
  }

  @MainActor func testAPictureWithoutPixelsIsNotChosen() throws {
    let folder = try Folder()
    let file = try TestPicture.write(folder.path("id.png"), type: "png", width: 320, height: 200)
    let header = try TestPicture.writeHeader(folder.path("header.png"), width: 320, height: 200)
    let window = try window(.capture)
    defer { window.close() }
    let choice = try XCTUnwrap(window.choice)
    choice.choose(file)
    XCTAssertNotNil(choice.picture)
    choice.choose(header)
    XCTAssertNil(choice.picture)
    let complaint = try XCTUnwrap(OnScreen.texts(in: choice.widget).first)
    XCTAssertTrue(complaint.hasSuffix("header.png: the picture in it cannot be read"), complaint)
    // A picture that the profile suggests is refused for the same reason.
    var prompt = Prompt.capture
    prompt.picture = Prompt.Picture(suggestion: try PictureFile(contentsOf: header))
    let other = try self.window(prompt)
    defer { other.close() }
    XCTAssertNil(other.choice?.picture)
  }

  @MainActor func testTheFileDialogClosesWithTheWindow() async throws {
    try GLibMainLoop.start()
    let prompter = WindowPrompter()
    let before = OnScreen.windows
    let task = Task { try await prompter.ask(.capture) }
    try await eventually("the window") { prompter.window != nil }
    let choice = try XCTUnwrap(prompter.window?.choice)
    let button = try XCTUnwrap(
      OnScreen.all(in: choice.widget).first { OnScreen.isA($0, gtk_button_get_type()) })
    XCTAssertEqual(OnScreen.texts(in: button), ["Choose a picture…"])
    OnScreen.press(button)
    try await eventually("the dialog") { OnScreen.windows > before + 1 }
    task.cancel()
    _ = try? await within("the end") { try await task.value }
    try await eventually("the end of all windows") { OnScreen.windows == before }
  }

  func testAPicturesSizeAndTypeAreReadFromItsHeader() throws {
    let folder = try Folder()
    for (type, mimeType) in [("png", "image/png"), ("jpeg", "image/jpeg")] {
      // Use a misleading file name, because the name must not determine the type.
      let file = try TestPicture.write(folder.path("picture.\(type).txt"), type: type, width: 64, height: 40)
      let picture = try PictureFile(contentsOf: file)
      XCTAssertEqual([picture.width, picture.height], [64, 40])
      XCTAssertEqual(picture.mimeType, mimeType)
      XCTAssertEqual(picture.data, try Data(contentsOf: file))
    }
  }

  func testTheErrorForAnInvalidPictureNamesTheProblem() throws {
    let folder = try Folder()
    func problem(_ path: String) -> String? {
      do {
        _ = try PictureFile(contentsOf: URL(fileURLWithPath: path))
        return nil
      } catch {
        return (error as? PictureFileError)?.problem
      }
    }
    XCTAssertEqual(problem(folder.path("none.png")), "the file does not exist")
    XCTAssertEqual(problem(folder.root), "it is not a regular file")
    XCTAssertEqual(problem("/dev/zero"), "it is not a regular file")
    XCTAssertEqual(
      problem(try folder.write("text.png", "hello")), "it is not a picture in a known format, such as PNG or JPEG")
    XCTAssertEqual(
      problem(try folder.write("empty.png", "")), "it is not a picture in a known format, such as PNG or JPEG")
    let huge = try TestPicture.writeHeader(folder.path("huge.png"), width: 20_000, height: 5_001)
    XCTAssertEqual(problem(huge.path), "it has more than 100 megapixels")
    let large = try TestPicture.writeHeader(folder.path("large.png"), width: 20_000, height: 5_000)
    XCTAssertNil(problem(large.path))
    let wide = try TestPicture.writeHeader(folder.path("wide.png"), width: 0x7FFF_FFFF, height: 0x7FFF_FFFF)
    XCTAssertNotNil(problem(wide.path))
  }
}
#endif
