import Foundation
import Testing

@testable import CausewayPlayground

@Suite("Frames in the HTML of a document") struct DocumentFramesTests {
  @Test(
    "A start tag of a frame is found, also in a text",
    arguments: [
      ("<p><IFRAME srcdoc=x>", true), ("<script>box.innerHTML = '<iframe>'</script>", true), ("<iframe", true),
      ("<p>iframe</p>", false), ("< iframe>", false), ("<ifram", false), ("", false),
    ])
  func found(html: String, hasFrames: Bool) {
    #expect(DocumentScript.hasFrames(Data(html.utf8)) == hasFrames)
  }
}
