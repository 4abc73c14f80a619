@testable import WebKit
import SeededGenerator
import WebTestSupport
import XCTest

/// The origin of a frame is exactly WebKit's text: the module decodes no percent-encoding and translates no `xn--`
/// name.
@MainActor final class OriginTests: XCTestCase {
  /// A frame's own origin, and the origin that the app got for the frame.
  private struct Report: Equatable {
    let page: String
    let app: String
  }

  /// A scheme handler that answers every URL with a page that reports its origin to the app.
  private final class Site: NSObject, WKURLSchemeHandler, WKScriptMessageHandler {
    static let page = "<script>webkit.messageHandlers.site.postMessage(self.origin)</script>"
    let reports = Mailbox<Report>()

    func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask) {
      let page = Data(Self.page.utf8)
      urlSchemeTask.didReceive(
        URLResponse(
          url: urlSchemeTask.request.url ?? .blank, mimeType: "text/html", expectedContentLength: page.count,
          textEncodingName: "utf-8"))
      urlSchemeTask.didReceive(page)
      urlSchemeTask.didFinish()
    }

    func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask) {}

    func userContentController(
      _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) {
      let origin = message.frameInfo.securityOrigin
      let isOpaque = origin.protocol.isEmpty && origin.host.isEmpty && origin.port == 0
      let port = origin.port == 0 ? "" : ":\(origin.port)"
      let app = isOpaque ? "null" : "\(origin.protocol)://\(origin.host)\(port)"
      reports.put(Report(page: message.body as? String ?? "", app: app))
    }
  }

  private let site = Site()

  private func browser() async throws -> Browser {
    let browser = Browser {
      $0.setURLSchemeHandler(self.site, forURLScheme: "origin")
      $0.userContentController.add(self.site, name: "site")
    }
    try await browser.open("<body>")
    return browser
  }

  /// Loads a URL in a frame, and returns the frame's report.
  private func report(_ url: String, _ attributes: String = "", in browser: Browser) async throws -> Report {
    try await browser.run(
      "document.body.insertAdjacentHTML('beforeend', `<iframe ${attributes}></iframe>`); document.body.lastChild.src = url;",
      ["url": url, "attributes": attributes])
    return try await site.reports.next()
  }

  func testTheReportedOriginOfAFrameEqualsThatInItsPage() async throws {
    let browser = try await browser()
    for host in [
      "page.localhost", "page%2elocalhost", "pa%67e.localhost", "xn--pple-43d.localhost", "page%2Flocalhost", "a%2fb",
      "PAGE.localhost", "page.localhost.", "page..localhost", "user@page.localhost", "user:word@page.localhost",
      "page.localhost:8080", "page.localhost:80", "page.localhost:65535", "[::1]", "[::1]:8080",
      "[2001:DB8::1]", "127.0.0.1", "127.1", "a_b", "a!$&'()*+,;=b", "a%00b", "a%20b", "%D0%B0pple.localhost",
      "\u{430}pple.localhost", "file", "null", "-", "a%25b",
    ] {
      let report = try await report("origin://\(host)/path?query#fragment", in: browser)
      XCTAssertEqual(report.app, report.page, host)
      XCTAssertNotEqual(report.page, "null", host)
    }
  }

  func testTheReportedOriginOfAnHTTPFrameEqualsThatInItsPage() async throws {
    let browser = try await browser()
    let server = try HTTPServer { _ in .page(Site.page) }
    for host in [
      "127.0.0.1", "127.1", "0x7f.1", "localhost", "LOCALHOST", "page.localhost", "p%61ge.localhost", "page.localhost.",
      "xn--pple-43d.localhost", "\u{430}pple.localhost", "user@localhost", "user:word@localhost",
    ] {
      let report = try await report("http://\(host):\(server.port)/", in: browser)
      XCTAssertEqual(report.app, report.page, host)
      XCTAssertTrue(report.page.hasSuffix(":\(server.port)"), report.page)
    }
  }

  /// The hosts contain percent-encoding, `xn--` names and every character that ends or divides a host. WebKit shows
  /// nothing for an invalid host, so each frame is followed by a frame with a plain host. WebKit refuses some ports,
  /// such as 1 and 22, without an event, so no random host contains such a port.
  func testTheReportedOriginOfAFrameWithARandomHostEqualsThatInItsPage() async throws {
    let browser = try await browser()
    var generator = SeededGenerator()
    let rounds = ProcessInfo.processInfo.environment["CAUSEWAY_TEST_ROUNDS"].flatMap { Int($0) } ?? 100
    let pieces = [
      "a", "B", "é", "\u{430}", "ß", "😀", "%61", "%2e", "%2E", "%2f", "%00", "%", "%zz", "%C3%A9", "xn--",
      "xn--pple-43d",
      "-", "_", ".", "..", "@", ":", ":8", ":65536", "[", "]", "[::1]", "\\", " ", "\u{AD}", "\u{3002}", "\u{FF0E}",
      "\u{202E}", "0x7f", "3", "127.0.0.1", "~", "!", "^", "|", "\"", "<", "localhost",
    ]
    for round in 0..<rounds {
      let host = (0..<Int.random(in: 1...6, using: &generator)).compactMap { _ in
        pieces.randomElement(using: &generator)
      }
      let url = "origin://\(host.joined())/"
      // A URL that Foundation cannot parse is refused: see the next test.
      let written = try await browser.run("try { return new URL(url).href } catch { return '' }", ["url": url])
      if let written = written as? String, !written.isEmpty, URL(string: written) == nil { continue }
      let sentinel = "origin://sentinel-\(round).example"
      try await browser.run(
        """
        const [odd, plain] = [document.createElement("iframe"), document.createElement("iframe")];
        odd.onload = () => document.body.append(plain);
        [odd.src, plain.src] = [url, sentinel];
        document.body.append(odd);
        """, ["url": url, "sentinel": sentinel + "/"])
      var report = try await site.reports.next()
      while report.page != sentinel {
        XCTAssertEqual(report.app, report.page, "\(url), CAUSEWAY_TEST_SEED=\(generator.seed)")
        report = try await site.reports.next()
      }
      try await browser.run("document.body.replaceChildren()")
    }
  }

  /// WebKit accepts invalid percent-encoding in the hosts of an app's own schemes. The delegate cannot be asked about
  /// such a URL, because Foundation cannot parse it.
  func testAURLThatFoundationCannotParseIsNotLoaded() async throws {
    let browser = try await browser()
    for host in ["a%zz", "%", "%zz.page.localhost"] {
      XCTAssertNil(URL(string: "origin://\(host)/"))
      try await browser.run(
        "document.body.insertAdjacentHTML('beforeend', '<iframe></iframe>'); document.body.lastChild.src = url;",
        ["url": "origin://\(host)/"])
      for number in 1...2 {
        let report = try await report("origin://plain-\(number)/", in: browser)
        XCTAssertEqual(report, Report(page: "origin://plain-\(number)", app: "origin://plain-\(number)"), host)
      }
    }
  }

  func testAnOpaqueOriginIsReportedAsNull() async throws {
    let browser = try await browser()
    for (url, attributes) in [
      ("data:text/html,\(Site.page)", ""), ("origin://page.localhost/", "sandbox='allow-scripts'"),
    ] {
      let report = try await report(url, attributes, in: browser)
      XCTAssertEqual(report, Report(page: "null", app: "null"))
    }
  }

  /// Port 0 is among these texts, because 0 would mean the scheme's default port.
  func testInvalidSerializedOriginsAreOpaque() {
    for text in ["://page.localhost"] + ["0", "+80", "080", "65536", ""].map({ "origin://page.localhost:\($0)" }) {
      let origin = WKSecurityOrigin(serialized: text)
      XCTAssertEqual(origin.protocol + origin.host, "", text)
      XCTAssertEqual(origin.port, 0, text)
    }
  }

  func testHostsThatAreEqualOnlyAfterDecodingAreDifferentOrigins() {
    let plain = WKSecurityOrigin(serialized: "origin://page.localhost")
    for other in ["origin://page%2elocalhost", "origin://pa%67e.localhost", "origin://page.localhost."] {
      XCTAssertFalse(plain.isSame(as: WKSecurityOrigin(serialized: other)), other)
    }
    XCTAssertFalse(
      WKSecurityOrigin(serialized: "http://xn--pple-43d.localhost")
        .isSame(as: WKSecurityOrigin(serialized: "http://\u{430}pple.localhost")))
    XCTAssertTrue(plain.isSame(as: WKSecurityOrigin(serialized: "origin://page.localhost")))
  }
}
