import WebKit
import WebTestSupport
import XCTest

/// Preferences, whose changes have an effect on the existing web views.
@MainActor final class PreferencesTests: XCTestCase {
  private func fontSize(_ browser: Browser) async throws -> String {
    try await browser.json("return getComputedStyle(document.querySelector('p')).fontSize")
  }

  func testTheDefaultsAreApples() {
    let preferences = WKPreferences()
    XCTAssertEqual(preferences.minimumFontSize, 0)
    XCTAssertFalse(preferences.javaScriptCanOpenWindowsAutomatically)
    XCTAssertFalse(preferences.isElementFullscreenEnabled)
    XCTAssertFalse(preferences.shouldPrintBackgrounds)
    XCTAssertTrue(preferences.isSiteSpecificQuirksModeEnabled)
    let browser = Browser()
    XCTAssertFalse(browser.webView.isInspectable)
    XCTAssertFalse(browser.webView.allowsBackForwardNavigationGestures)
    XCTAssertEqual(browser.webView.pageZoom, 1)
  }

  func testAChangeReachesEveryWebViewThatSharesThePreferences() async throws {
    let preferences = WKPreferences()
    let browsers = [Browser { $0.preferences = preferences }, Browser { $0.preferences = preferences }]
    let other = Browser()
    for browser in browsers + [other] {
      try await browser.open("<p style='font-size: 10px'>text")
      let size = try await fontSize(browser)
      XCTAssertEqual(size, "\"10px\"")
    }
    browsers[0].webView.configuration.preferences.minimumFontSize = 20
    for browser in browsers {
      try await within("the text grows") {
        while try await self.fontSize(browser) != "\"20px\"" {}
      }
    }
    let size = try await fontSize(other)
    XCTAssertEqual(size, "\"10px\"")
  }

  func testFullScreenIsOfferedWhenItIsEnabled() async throws {
    let browser = Browser()
    try await browser.open("<p>")
    let before = try await browser.json("return document.fullscreenEnabled ?? false")
    XCTAssertEqual(before, "false")
    browser.webView.configuration.preferences.isElementFullscreenEnabled = true
    try await browser.open("<p>")
    let after = try await browser.json("return document.fullscreenEnabled")
    XCTAssertEqual(after, "true")
  }

  /// The settings with a single value on Linux, which a new value does not change.
  func testSettingsWithASingleValueKeepIt() {
    let configuration = WKWebViewConfiguration()
    configuration.allowsInlineMediaPlayback = false
    configuration.allowsAirPlayForMediaPlayback = true
    configuration.defaultWebpagePreferences.preferredContentMode = .mobile
    let webView = WKWebView(frame: .zero, configuration: configuration)
    webView.allowsLinkPreview = true
    XCTAssertTrue(configuration.allowsInlineMediaPlayback)
    XCTAssertFalse(configuration.allowsAirPlayForMediaPlayback)
    XCTAssertEqual(configuration.defaultWebpagePreferences.preferredContentMode, .recommended)
    XCTAssertFalse(webView.allowsLinkPreview)
  }

  /// A page's scripts run only if both the preferences and the page's preferences allow them. The app's scripts run.
  func testJavaScriptEnabledTurnsThePagesScriptsOffAndOn() async throws {
    let browser = Browser()
    let page = "<title>off</title><script>document.title = 'on'</script>"
    for (isEnabled, isAllowed) in [(true, true), (false, true), (true, false), (false, false), (true, true)] {
      browser.webView.configuration.preferences.javaScriptEnabled = isEnabled
      browser.webView.configuration.defaultWebpagePreferences.allowsContentJavaScript = isAllowed
      try await browser.open(page)
      let title = try await browser.json("return document.title")
      XCTAssertEqual(title, isEnabled && isAllowed ? "\"on\"" : "\"off\"")
    }
  }

  func testContentJavaScriptCanBeTurnedOffAndOn() async throws {
    let browser = Browser()
    let page = "<title>off</title><script>document.title = 'on'</script>"
    for isAllowed in [true, false, true] {
      browser.webView.configuration.defaultWebpagePreferences.allowsContentJavaScript = isAllowed
      try await browser.open(page)
      let title = try await browser.json("return document.title")
      XCTAssertEqual(title, isAllowed ? "\"on\"" : "\"off\"")
    }
  }

  func testPageZoomReducesTheLayoutWidth() async throws {
    let browser = Browser()
    try await browser.open("<body>")
    browser.webView.pageZoom = 2
    XCTAssertEqual(browser.webView.pageZoom, 2)
    try await within("the page has its new layout") {
      while try await browser.json("return innerWidth") != "400" {}
    }
  }

  func testMediaThatNeedAGestureDoNotPlayWithoutOne() async throws {
    let page = """
      <script>
      // An element that may play waits, because it has no source.
      const name = (element) => Promise.race([
        element.play().catch((error) => error.name),
        new Promise((resolve) => setTimeout(resolve, 0, "waits")),
      ]);
      window.results = Promise.all([name(new Audio()), name(document.createElement("video"))]);
      </script>
      """
    let results: [(WKAudiovisualMediaTypes, String)] = [
      ([], #"["waits","waits"]"#), (.all, #"["NotAllowedError","NotAllowedError"]"#),
      (.audio, #"["NotAllowedError","waits"]"#),
    ]
    for (types, expected) in results {
      let browser = Browser { $0.mediaTypesRequiringUserActionForPlayback = types }
      try await browser.open(page)
      let result = try await browser.json("return await results")
      XCTAssertEqual(result, expected)
    }
  }

  func testACopyOfAConfigurationHasItsValues() throws {
    let configuration = WKWebViewConfiguration()
    configuration.mediaTypesRequiringUserActionForPlayback = .video
    let copy = try XCTUnwrap(configuration.copy() as? WKWebViewConfiguration)
    XCTAssertEqual(copy.mediaTypesRequiringUserActionForPlayback, .video)
    XCTAssertTrue(copy.preferences === configuration.preferences)
  }
}
