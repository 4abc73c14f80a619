import Foundation
import Testing

@testable import CausewayPlayground

/// The places follow from the HTML Standard: the tokenizer (section 13.2.5), and the insertion modes up to "in head"
/// (section 13.2.6.4).
@Suite("The place of the script in a document") struct DocumentHeadTests {
  /// Expects the place, however the document is cut into parts.
  private func expect(_ html: String, _ expected: String) {
    for size in [1, 3, .max] { #expect(Rewriting.marked(html, partsOf: size) == expected, "in parts of \(size)") }
  }

  @Test(
    "The script comes before everything that can run, and behind the start tags that have attributes",
    arguments: [
      ("", "|"),
      ("<p>Hello", "|<p>Hello"),
      ("Hello", "|Hello"),
      ("<script>1</script>", "|<script>1</script>"),
      ("<!doctype html><title>x</title>", "<!doctype html>|<title>x</title>"),
      (
        "<!DOCTYPE HTML>\r\n<HTML lang=en>\n<HEAD class=x>\n<script>",
        "<!DOCTYPE HTML>\r\n<HTML lang=en>\n<HEAD class=x>|\n<script>"
      ),
      ("<html><body><script>", "<html>|<body><script>"),
      ("<head>a", "<head>|a"),
      ("<header>a", "|<header>a"),
      ("<htmlx>", "|<htmlx>"),
      ("\u{FEFF}<!doctype html>x", "\u{FEFF}<!doctype html>|x"),
      ("\u{FEFF}x", "\u{FEFF}|x"),
      // Browsers ignore white space here. In the head it would be a text of the document.
      ("<!doctype html>\n<title>", "<!doctype html>\n|<title>"),
      ("\0<!doctype html>x", "\0<!doctype html>|x"),
      ("<html/><head/>x", "<html/><head/>|x"),
      ("<html a><html b><head>x", "<html a><html b><head>|x"),
      ("<html a></p></><head b>x", "<html a></p></><head b>|x"),
      ("<html a></head><head b>x", "<html a>|</head><head b>x"),
    ])
  func place(html: String, expected: String) { expect(html, expected) }

  @Test(
    "Comments are skipped as browsers read them",
    arguments: [
      ("<!-- <head> --><head>x", "<!-- <head> --><head>|x"),
      ("<!--><script>1</script>-->", "<!-->|<script>1</script>-->"),
      ("<!---><script>1</script>-->", "<!--->|<script>1</script>-->"),
      ("<!----><head>x", "<!----><head>|x"),
      ("<!-- a --!><head>x", "<!-- a --!><head>|x"),
      ("<!-- a --!b --><head>x", "<!-- a --!b --><head>|x"),
      ("<!-- a ---><head>x", "<!-- a ---><head>|x"),
      ("<!-- a -> --><head>x", "<!-- a -> --><head>|x"),
      ("<!--<!-- a --><head>x", "<!--<!-- a --><head>|x"),
    ])
  func comments(html: String, expected: String) { expect(html, expected) }

  /// Public reports of the kind: nexu-io/open-design#7421.
  @Test(
    "What browsers read as a comment does not separate the script from the doctype",
    arguments: [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", "<![if !IE]>", "<!x>", "<!>", "<!->", "<!d>", "<!doctyp>", "</ >",
      "</1>", "<?>", "<?php echo 1 ?>", "<![CDATA[x]]>",
    ])
  func bogusComments(comment: String) {
    expect(
      "\(comment)<!DOCTYPE html>\(comment)<html a>\(comment)<head b>x",
      "\(comment)<!DOCTYPE html>\(comment)<html a>\(comment)<head b>|x")
  }

  @Test(
    "A comment without an end is ended before the script, which would otherwise be in it",
    arguments: [
      ("<!-- never ends <head>", "<!-- never ends <head>-->|"), ("<!-- a --", "<!-- a ---->|"),
      ("<!x <head", "<!x <head>|"), ("<!-", "|<!-"), ("<", "|<"), ("</", "|</"),
    ])
  func endlessComments(html: String, expected: String) { expect(html, expected) }

  @Test(
    "A quotation mark begins a value only behind an equals sign",
    arguments: [
      (#"<html data-x="a>b"><head>x"#, #"<html data-x="a>b"><head>|x"#),
      ("<html data-x = 'a>b'><head>x", "<html data-x = 'a>b'><head>|x"),
      ("<html data-x=it's><head>x", "<html data-x=it's><head>|x"),
      (#"<html "><script>1</script>"#, #"<html ">|<script>1</script>"#),
      (#"<html x="a"y='>'><script>"#, #"<html x="a"y='>'>|<script>"#),
      (#"<html x=="a>b"><script>"#, #"<html x=="a>|b"><script>"#),
      (#"<html =">"><script>"#, #"<html =">|"><script>"#),
      ("<html/lang=x/><head>x", "<html/lang=x/><head>|x"),
    ])
  func quotes(html: String, expected: String) { expect(html, expected) }

  @Test(
    "A doctype ends at the first `>`, also within an identifier",
    arguments: [
      (#"<!doctype html SYSTEM "a">x"#, #"<!doctype html SYSTEM "a">|x"#),
      (#"<!DOCTYPE html PUBLIC "a>b">"#, #"<!DOCTYPE html PUBLIC "a>|b">"#),
      ("<!doctypehtml>x", "<!doctypehtml>|x"),
    ])
  func doctypes(html: String, expected: String) { expect(html, expected) }

  @Test("A tag without an end does not move the script behind it") func unfinished() {
    expect("<html lang=", "|<html lang=")
    expect("<!doctype html", "|<!doctype html")
  }

  @Test(
    "In UTF-16, the script is in UTF-16 too",
    arguments: [
      (String.Encoding.utf16LittleEndian, [UInt8]([0xFF, 0xFE]), "text/html"),
      (.utf16BigEndian, [0xFE, 0xFF], "text/html; charset=utf-8"),
      (.utf16LittleEndian, [], "text/html; charset=utf-16"), (.utf16BigEndian, [], "text/html; charset=utf-16be"),
    ])
  func wide(encoding: String.Encoding, mark: [UInt8], type: String) throws {
    let html = "<!doctype html><html lang=\u{434}\u{435}\u{10001}><head a><meta name=\u{434}><p>"
    let document = Data(mark) + (try #require(html.data(using: encoding)))
    for size in [1, 3, .max] {
      let result = Rewriting.whole(document, type: type, partsOf: size)
      #expect(result.head == DocumentRewriter.Head(contentType: type, hasScript: true))
      #expect(result.document.starts(with: mark))
      let text = try #require(String(data: result.document.dropFirst(mark.count), encoding: encoding))
      #expect(Rewriting.mark(text) == html.replacing("<head a>", with: "<head a>|"))
    }
  }
}
