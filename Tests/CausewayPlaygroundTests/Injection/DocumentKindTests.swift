import CausewayHTTP
import Foundation
import Testing

@testable import CausewayPlayground

@Suite("Which documents get the script") struct DocumentKindTests {
  private let xhtml = "application/xhtml+xml"

  @Test(
    "In XHTML, the script is first in the head, and well-formed",
    arguments: [
      (
        "<?xml version=\"1.0\"?><!DOCTYPE html [<!ENTITY e \"]>\"><!-- ' --><?p '?>]>\n<html a='>'><!-- > --><head b=\"/>\"><p/>",
        "<?xml version=\"1.0\"?><!DOCTYPE html [<!ENTITY e \"]>\"><!-- ' --><?p '?>]>\n<html a='>'><!-- > --><head b=\"/>\">|<p/>"
      ),
      ("<html><body/></html>", "<html>|<body/></html>"), ("<html><head/></html>", "<html>|<head/></html>"),
      ("<h:html xmlns:h='x'><h:head><h:title/>", "<h:html xmlns:h='x'><h:head>|<h:title/>"),
      ("<html/>", "<html/>"), ("<!-- <html>", "<!-- <html>"), ("", ""),
    ])
  func xhtml(document: String, expected: String) {
    for size in [1, 3, .max] { #expect(Rewriting.marked(document, type: xhtml, partsOf: size) == expected) }
  }

  @Test("In SVG, the script is first in the root") func svg() {
    #expect(
      Rewriting.marked("<!-- a --><svg a='b'><g/></svg>", type: "image/svg+xml") == "<!-- a --><svg a='b'>|<g/></svg>")
    #expect(Rewriting.marked("<svg a='b'/>", type: "image/svg+xml") == "<svg a='b'/>")
  }

  @Test("The end of a CDATA section in the source does not end the section of the script") func sections() {
    let script = InsertedScript(attributes: "a=\"b\"", source: "if (a[b[0]]>1) {}", hash: "", connections: [])
    #expect(
      script.xml == "<script xmlns=\"http://www.w3.org/1999/xhtml\" a=\"b\">"
        + "<![CDATA[if (a[b[0]]]]><![CDATA[>1) {}]]></script>")
  }

  @Test("A policy in the head of XHTML allows the script, and stays well-formed") func policy() {
    let head = "<html><head><meta http-equiv=\"Content-Security-Policy\" content=\"script-src a\" /></head>"
    #expect(
      Rewriting.marked(head, type: xhtml)
        == head.replacing("src a", with: "src a 'sha256-AAAA'").replacing("<head>", with: "<head>|"))
  }

  /// The MIME Sniffing Standard, "rules for identifying an unknown MIME type".
  @Test(
    "HTML without a type is recognized as browsers recognize it",
    arguments: [
      ("<!DOCTYPE html>", true), (" \n<html>", true), ("<P >", true), ("<!-- a", true), ("<br>", true),
      ("<!doctype html", false), ("<html/>", false), ("<header>", false), ("a <p>", false), ("{}", false), ("", false),
      ("\u{FEFF}<p>", false),
    ])
  func sniffing(document: String, isHTML: Bool) {
    for type in [nil, "unknown/unknown", "*/*"] as [String?] {
      let head = Rewriting.whole(Data(document.utf8), type: type).head
      #expect(head == DocumentRewriter.Head(contentType: isHTML ? "text/html" : type, hasScript: isHTML))
    }
    let head = Rewriting.whole(Data(document.utf8), type: nil, allowsSniffing: false).head
    #expect(head == DocumentRewriter.Head(contentType: nil, hasScript: false))
  }
}
