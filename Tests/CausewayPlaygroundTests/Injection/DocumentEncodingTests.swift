import CausewayHTTP
import Foundation
import Testing

@testable import CausewayPlayground

@Suite("The encoding of documents with the script") struct DocumentEncodingTests {
  @Test(
    "The encoding is said in the header, because the script moves the meta element",
    arguments: [
      ("text/html", "<meta charset=latin1>é", "text/html; charset=windows-1252"),
      (
        "text/html", #"<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">"#,
        "text/html; charset=windows-1251"
      ),
      (
        "text/html", "<!-- until 2019: <meta charset=\"iso-8859-1\"> --><meta charset=utf-8>",
        "text/html; charset=utf-8"
      ),
      ("text/html", "<meta name=viewport><script charset=koi8-r></script>", "text/html"),
      ("text/html; charset=iso-8859-2", "<meta charset=utf-8>", "text/html; charset=iso-8859-2"),
      ("TEXT/HTML; Charset=\"UTF-8\"", "<meta charset=koi8-r>", "TEXT/HTML; Charset=\"UTF-8\""),
      // Browsers ignore a label that they do not know.
      ("text/html; charset=unknown", "<meta charset=koi8-r>", "text/html; charset=koi8-r"),
      ("text/html; charset=unknown", "<p>", "text/html; charset=unknown"),
      // The byte order mark stays first, and browsers believe it more than anything else.
      ("text/html; charset=koi8-r", "\u{FEFF}<meta charset=latin1>", "text/html; charset=koi8-r"),
      ("text/html", "<p>x", "text/html"),
      ("text/html", "<meta charset=utf-16>", "text/html; charset=utf-8"),
      ("text/html", "<meta charset=x-user-defined>", "text/html; charset=windows-1252"),
      ("text/html", "<?xml version='1.0' encoding='koi8-r'?><p>", "text/html; charset=koi8-r"),
      // The XML declaration stays first.
      ("application/xhtml+xml", "<?xml version='1.0' encoding='koi8-r'?><html>", "application/xhtml+xml"),
    ])
  func header(type: String, html: String, expected: String) {
    #expect(
      Rewriting.whole(Data(html.utf8), type: type).head
        == DocumentRewriter.Head(contentType: expected, hasScript: true))
  }

  @Test("A document of which browsers show one replacement character is passed on unchanged") func replacement() {
    let html = Data("<meta charset=iso-2022-kr><p>".utf8)
    let result = Rewriting.whole(html)
    #expect(result.head == DocumentRewriter.Head(contentType: "text/html", hasScript: false))
    #expect(result.document == html)
  }

  @Test("Bytes of another encoding in a changed tag stay as they are") func bytes() {
    let start = Data("<meta data-x=".utf8) + [0xCF, 0xF0]
    let html =
      start + Data(" http-equiv=content-security-policy content='script-src a ".utf8) + [0xE8] + Data("'>".utf8)
    let result = Rewriting.whole(html, type: "text/html; charset=windows-1251").document
    #expect(
      result.dropFirst(Rewriting.script.html.utf8.count) == start
        + Data(" http-equiv=content-security-policy content=\"script-src a ".utf8) + [0xE8]
        + Data(" 'sha256-AAAA'\">".utf8))
  }
}
