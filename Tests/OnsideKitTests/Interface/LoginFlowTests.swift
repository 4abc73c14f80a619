import Foundation
import WebTestSupport
import XCTest

@testable import OnsideCore
@testable import OnsideKit

/// A login on screens of whatever platform.
final class LoginFlowTests: XCTestCase {
  /// A system that shows no browser, as one whose app has no window.
  @MainActor private final class NoBrowser: LoginBrowser {
    func open(
      _ login: OnsideBrowserLogin, onCallback: @escaping @MainActor (URL) -> Bool,
      onEnd: @escaping @MainActor (LoginBrowserEnd) -> Void
    ) {
      onEnd(.unavailable)
    }

    func close() {}
  }

  @MainActor func testASignInPageThatCannotBeOpenedIsSaidAndAnotherWayCanBeChosen() async throws {
    let page = OnsideBrowserLogin(
      id: "1", provider: .google, url: URL(string: "https://store.example/sign-in/1")!,
      callbackScheme: "com.example.shop", state: "state", codeVerifier: "verifier")
    let session = OnsideSession(account: "ann", storefront: OnsideStorefront(id: "1", countryCode: "DE"))
    let screen = OnsideLoginScreen(
      theme: .light, requestingOrigin: nil, forcesLocalMethods: false, countryCode: nil,
      submit: { (credential) async throws(OnsideServiceError) in
        credential == .federated(.google) ? .browser(page) : .done(session)
      }, finish: { _ async throws(OnsideServiceError) in throw .notLoggedIn })
    let flow = LoginFlow(screen, browser: NoBrowser(), startTimer: { _, _ in NSObject() })
    flow.submit(.federated(.google))
    try await eventually("it has ended") { flow.work == nil }
    XCTAssertEqual(flow.page, .entrance)
    XCTAssertEqual(flow.problem, "The sign-in page could not be opened. Choose another way to log in.")
    flow.submit(.email("ann@example.com"))
    let isLoggedIn = await flow.result()
    XCTAssertTrue(isLoggedIn)
    XCTAssertNil(flow.problem)
  }
}
