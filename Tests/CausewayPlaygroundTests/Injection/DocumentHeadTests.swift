import Foundation
import Testing

@testable import CausewayPlayground

@Suite("The place of the script in a document") struct DocumentHeadTests {
  /// Returns the HTML with a mark at the position of the script.
  private func marked(_ html: String) -> String {
    let data = Data(html.utf8)
    let offset = DocumentHead.offset(in: data)
    return String(decoding: data.prefix(offset), as: UTF8.self) + "|"
      + String(decoding: data.dropFirst(offset), as: UTF8.self)
  }

  @Test(
    "The script comes before everything that can run, and behind the start tags that have attributes",
    arguments: [
      ("", "|"),
      ("<p>Hello", "|<p>Hello"),
      ("<script>1</script>", "|<script>1</script>"),
      ("<!doctype html><title>x</title>", "<!doctype html>|<title>x</title>"),
      (
        "<!DOCTYPE HTML>\n<HTML lang=en>\n<HEAD class=x>\n<script>",
        "<!DOCTYPE HTML>\n<HTML lang=en>\n<HEAD class=x>|\n<script>"
      ),
      ("<html><body><script>", "<html>|<body><script>"),
      ("<head>a", "<head>|a"),
      ("<header>a", "|<header>a"),
      ("<htmlx>", "|<htmlx>"),
      ("\u{FEFF}<!doctype html>x", "\u{FEFF}<!doctype html>|x"),
    ])
  func place(html: String, expected: String) {
    #expect(marked(html) == expected)
  }

  @Test(
    "Comments are skipped as browsers read them",
    arguments: [
      ("<!-- <head> --><head>x", "<!-- <head> --><head>|x"),
      ("<!--><script>1</script>-->", "<!-->|<script>1</script>-->"),
      ("<!---><script>1</script>-->", "<!--->|<script>1</script>-->"),
      ("<!-- a --!><head>x", "<!-- a --!><head>|x"),
      ("<!-- never ends <head>", "|<!-- never ends <head>"),
    ])
  func comments(html: String, expected: String) {
    #expect(marked(html) == expected)
  }

  @Test(
    "A quote belongs to a value only behind an equals sign",
    arguments: [
      (#"<html data-x="a>b"><head>x"#, #"<html data-x="a>b"><head>|x"#),
      ("<html data-x = 'a>b'><head>x", "<html data-x = 'a>b'><head>|x"),
      ("<html data-x=it's><head>x", "<html data-x=it's><head>|x"),
      (#"<html "><script>1</script>"#, #"<html ">|<script>1</script>"#),
      (#"<html x="a"y='>'><script>"#, #"<html x="a"y='>'>|<script>"#),
      (#"<!doctype html SYSTEM "a">x"#, #"<!doctype html SYSTEM "a">|x"#),
    ])
  func quotes(html: String, expected: String) {
    #expect(marked(html) == expected)
  }

  @Test("A tag without an end does not move the script behind it") func unfinished() {
    #expect(marked("<html lang=") == "|<html lang=")
    #expect(marked("<!doctype html") == "|<!doctype html")
  }
}
