import Foundation
import Testing

@testable import CausewayHTTP

@Suite("Content types of files") struct ContentTypeTests {
  @Test(
    "The types that pages need do not depend on the system",
    arguments: [
      ("a.js", "text/javascript; charset=utf-8"), ("a.MJS", "text/javascript; charset=utf-8"),
      ("a.wasm", "application/wasm"), ("a.xhtml", "application/xhtml+xml"), ("a.vtt", "text/vtt; charset=utf-8"),
      ("a.m4a", "audio/mp4"), ("a.mov", "video/quicktime"), ("a.aac", "audio/aac"), ("a.bmp", "image/bmp"),
      ("a.svg", "image/svg+xml"), ("a.tar.json", "application/json"), ("a", "application/octet-stream"),
      ("a.", "application/octet-stream"), ("a.unknown-type", "application/octet-stream"),
    ])
  func known(name: String, type: String) { #expect(ContentType.of(name) == type) }

  @Test("The system's tables are read") func system() {
    let types = SystemTypes.mimeTypes("# a comment\nimage/x-a\t\tA1 a2\ntext/x-b # c\nimage/x-c a2 c\r\n\n")
    #expect(types == ["a1": "image/x-a", "a2": "image/x-a", "c": "image/x-c"])
    let globs = SystemTypes.globs(
      "# x\n60:image/x-a:*.a\n50:image/x-b:*.A:cs\n50:text/x-c:*.tar.c\n50:text/x-d:README\n")
    #expect(globs == ["a": "image/x-a"])
  }

  @Test(
    "A file's own declaration of its encoding counts, and UTF-8 without one",
    arguments: [
      ("a.html", "<meta charset=windows-1251>", "text/html; charset=windows-1251"),
      ("a.htm", "<!-- <meta charset=koi8-r> -->", "text/html; charset=utf-8"),
      ("a.html", "<p>", "text/html; charset=utf-8"),
      ("a.html", "\u{FEFF}<meta charset=koi8-r>", "text/html; charset=utf-8"),
      ("a.css", "@charset \"windows-1251\"; a {}", "text/css; charset=windows-1251"),
      ("a.css", " @charset \"windows-1251\"; a {}", "text/css; charset=utf-8"),
      ("a.css", "@charset \"utf-16\";", "text/css; charset=utf-8"),
      ("a.js", "<meta charset=windows-1251>", "text/javascript; charset=utf-8"),
      ("a.svg", "<?xml version='1.0' encoding='koi8-r'?>", "image/svg+xml"),
    ])
  func encodings(name: String, text: String, type: String) {
    #expect(ContentType.of(name) { Data(text.utf8) } == type)
  }

  @Test("A byte order mark of UTF-16 counts") func wide() {
    #expect(ContentType.of("a.html") { Data([0xFF, 0xFE, 0x3C, 0]) } == "text/html; charset=utf-16le")
  }
}
