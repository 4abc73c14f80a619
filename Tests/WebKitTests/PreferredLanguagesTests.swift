import WebTestSupport
import XCTest

@testable import WebKit

/// The languages that pages get, as the environment of the process names them.
@MainActor final class PreferredLanguagesTests: XCTestCase {
  func testTheLocaleIsRead() {
    for (environment, tags) in [
      ([:], ["en-US"]), (["LANG": ""], ["en-US"]), (["LANG": "C"], ["en-US"]), (["LANG": "POSIX"], ["en-US"]),
      (["LANG": "C.UTF-8"], ["en-US"]), (["LANG": "C.utf8"], ["en-US"]), (["LANG": "POSIX.UTF-8"], ["en-US"]),
      (["LANG": "de_DE.UTF-8"], ["de-DE"]), (["LANG": "de"], ["de"]), (["LANG": "de_DE@euro"], ["de-DE"]),
      (["LANG": "de_DE.ISO-8859-15@euro"], ["de-DE"]), (["LANG": "sr_RS@latin"], ["sr-Latn-RS"]),
      (["LANG": "sr_RS.UTF-8@latin"], ["sr-Latn-RS"]), (["LANG": "ca_ES.UTF-8@valencia"], ["ca-ES-valencia"]),
      (["LANG": "zh-Hans-CN"], ["zh-Hans-CN"]), (["LANG": "es_419"], ["es-419"]), (["LANG": "fil_PH"], ["fil-PH"]),
      (["LANG": "german"], ["en-US"]), (["LANG": "1"], ["en-US"]), (["LANG": ".UTF-8"], ["en-US"]),
      (["LANG": "@euro"], ["en-US"]), (["LANG": "/usr/share/locale"], ["en-US"]), (["LANG": "é_DE"], ["en-US"]),
      (["LANG": "de_DE.UTF-8", "LC_ALL": "C.UTF-8"], ["en-US"]), (["LANG": "C", "LC_ALL": "fr_FR"], ["fr-FR"]),
      (["LANG": "de_DE", "LC_MESSAGES": "it_IT"], ["it-IT"]), (["LANG": "de_DE", "LC_ALL": ""], ["de-DE"]),
      (["LANG": "de_DE", "LC_CTYPE": "C.UTF-8", "LC_NUMERIC": "C"], ["de-DE"]),
    ] as [([String: String], [String])] {
      XCTAssertEqual(PreferredLanguages(environment: environment).tags, tags, "\(environment)")
    }
  }

  func testTheListInLANGUAGEPrecedesTheLocale() {
    for (environment, tags) in [
      (["LANG": "de_DE.UTF-8", "LANGUAGE": "de_AT:fr:en"], ["de-AT", "fr", "en", "de-DE"]),
      (["LANG": "C.UTF-8", "LANGUAGE": "pt_BR:pt"], ["pt-BR", "pt"]),
      (["LANG": "de_DE", "LANGUAGE": "de_DE"], ["de-DE"]),
      (["LANG": "de_DE", "LANGUAGE": ":C::fr"], ["fr", "de-DE"]), (["LANG": "C.UTF-8", "LANGUAGE": "C"], ["en-US"]),
      (["LANG": "de_DE", "LANGUAGE": ""], ["de-DE"]),
      // gettext ignores the list in these locales.
      (["LANG": "C", "LANGUAGE": "fr"], ["en-US"]), (["LC_ALL": "POSIX", "LANGUAGE": "fr"], ["en-US"]),
      (["LANGUAGE": "fr"], ["en-US"]),
    ] as [([String: String], [String])] {
      XCTAssertEqual(PreferredLanguages(environment: environment).tags, tags, "\(environment)")
    }
  }

  /// WebKit tells a page only the preferred language, and a server all languages.
  func testPagesAndServersGetTheLanguages() async throws {
    defer { PreferredLanguages(environment: ProcessInfo.processInfo.environment).apply() }
    let browser = Browser()
    try await browser.open("<body>")
    let script = """
      return [navigator.language, ...navigator.languages, new Intl.NumberFormat(navigator.language).format(1234.5),
        new Date(0).toLocaleDateString(undefined, { timeZone: "UTC", month: "long" })].join("|");
      """
    PreferredLanguages(environment: ["LANG": "C.UTF-8"]).apply()
    try await browser.open("<body>", at: "test://page.example/english")
    let english = try await browser.run(script) as? String
    XCTAssertEqual(english, "en-US|en-US|1,234.5|January")
    PreferredLanguages(environment: ["LANG": "de_DE.UTF-8", "LANGUAGE": "de_DE:fr"]).apply()
    let german = Browser()
    try await german.open("<body>")
    let text = try await german.run(script) as? String
    XCTAssertEqual(text, "de-DE|de-DE|1.234,5|Januar")
    let server = try HTTPServer(["/": .page("<body>")])
    german.webView.load(URLRequest(url: server.url("/")))
    try await eventually("the request") { !server.requests.isEmpty }
    let header = server.requests.first?.headers["accept-language"] ?? ""
    XCTAssertTrue(header.hasPrefix("de-DE"), header)
    XCTAssertTrue(header.contains("fr"), header)
  }
}
