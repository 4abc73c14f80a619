import CausewayHTTP
import Foundation
import Testing

@testable import CausewayPlayground

@Suite("Documents that arrive in parts") struct DocumentStreamTests {
  private func rewriter(_ type: String = "text/html") -> DocumentRewriter {
    DocumentRewriter(contentType: type, script: Rewriting.script)
  }

  private func marked(_ part: Data) -> String { Rewriting.mark(String(decoding: part, as: UTF8.self)) }

  @Test("Ten bytes reach the browser when nothing more arrives for now") func pause() {
    var rewriter = rewriter()
    #expect(rewriter.append(Data("<head>Hell".utf8)).isEmpty)
    #expect(rewriter.head == nil)
    #expect(marked(rewriter.flush()) == "<head>|Hell")
    #expect(rewriter.head == DocumentRewriter.Head(contentType: "text/html", hasScript: true))
    // Nothing else is held back, so each later part is given out at once.
    #expect(rewriter.append(Data("o<p".utf8)) == Data("o<p".utf8))
  }

  @Test("The head of the response is known at the latest with the first 1,024 bytes") func prescanLength() {
    var rewriter = rewriter()
    let start = Data("<meta charset=koi8-r><p>".utf8)
    #expect(rewriter.append(start + Data(repeating: 0x78, count: 1_023 - start.count)).isEmpty)
    #expect(rewriter.head == nil)
    #expect(!rewriter.append(Data("x".utf8)).isEmpty)
    #expect(rewriter.head == DocumentRewriter.Head(contentType: "text/html; charset=koi8-r", hasScript: true))
  }

  @Test("A comment is given out while it arrives, and a tag of the head when it ends") func heldBack() {
    var rewriter = rewriter()
    _ = rewriter.flush()
    #expect(marked(rewriter.append(Data("<!-- a".utf8))) == "<!-- a")
    #expect(marked(rewriter.append(Data(" b".utf8))) == " b")
    #expect(marked(rewriter.append(Data("--><html a".utf8))) == "-->")
    #expect(marked(rewriter.append(Data(" b><met".utf8))) == "<html a b>")
    #expect(marked(rewriter.append(Data("a name=b><script>1".utf8))) == "|<meta name=b><script>1")
    #expect(marked(rewriter.append(Data("2<".utf8))) == "2<")
    #expect(marked(rewriter.finish()) == "")
  }

  @Test("After the head, parts are passed on unchanged and are not copied") func flow() {
    var rewriter = rewriter()
    _ = rewriter.append(Data("<!doctype html><body>".utf8))
    _ = rewriter.flush()
    let meta = Data("<meta http-equiv=Content-Security-Policy content=\"script-src a\">".utf8)
    #expect(rewriter.append(meta) == meta)
    #expect(rewriter.finish().isEmpty)
  }

  @Test("A script of some megabytes in the head, and a policy after it") func longScript() {
    let script = "<script>" + String(repeating: "x<", count: 1 << 20) + "</script>"
    let meta = "<meta http-equiv=Content-Security-Policy content=\"script-src a\">"
    var rewriter = rewriter()
    var result = rewriter.append(Data((script + meta).utf8))
    result += rewriter.finish()
    #expect(marked(result) == "|" + script + meta.replacing("src a", with: "src a 'sha256-AAAA'"))
  }

  @Test("A tag of the head that does not end is held back only up to a limit") func endlessTag() {
    var rewriter = rewriter()
    _ = rewriter.flush()
    var result = Data()
    let part = Data(repeating: 0x78, count: 1 << 16)
    result += rewriter.append(Data("<html a><head x".utf8))
    for _ in 0..<32 { result += rewriter.append(part) }
    #expect(marked(result.prefix(200)).hasPrefix("<html a>|<head xxx"))
    #expect(result.count > 32 << 16)
  }

  /// The old scanner looked for the end of each comment and of each tag to the end of the document again.
  @Test(
    "The time grows as the document does",
    arguments: ["<!--", "<meta ", "<!-- -", "<meta a=\"", "</", "<script><!--", "<template>", "<title></titl", "&#"])
  func linear(unit: String) {
    func time(_ count: Int) -> Double {
      let document = Data(String(repeating: unit, count: count).utf8)
      return (0..<3).map { _ in
        let start = clock()
        for size in [4_096, Int.max] { _ = Rewriting.whole(document, partsOf: size) }
        return Double(clock() - start)
      }.min() ?? 0
    }
    // Eight times as long takes 64 times as long if the time is quadratic.
    #expect(time(80_000) < 24 * max(time(10_000), 1_000))
  }

  @Test(
    "A document that gets no script is passed on at once", arguments: ["text/plain", "application/json", "text/xml"])
  func others(type: String) {
    var rewriter = rewriter(type)
    #expect(rewriter.head == DocumentRewriter.Head(contentType: type, hasScript: false))
    let part = Data("<html>".utf8)
    #expect(rewriter.append(part) == part)
    #expect(rewriter.finish().isEmpty)
  }
}
