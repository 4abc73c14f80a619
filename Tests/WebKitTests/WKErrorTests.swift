import WebKit
import XCTest

/// The error type, used as code for Apple's platforms uses it.
final class WKErrorTests: XCTestCase {
  func testTheCodesAreMembersOfTheError() {
    let codes: [(WKError.Code, Int)] = [
      (WKError.unknown, 1), (WKError.webContentProcessTerminated, 2), (WKError.webViewInvalidated, 3),
      (WKError.javaScriptExceptionOccurred, 4), (WKError.javaScriptResultTypeIsUnsupported, 5),
      (WKError.contentRuleListStoreCompileFailed, 6), (WKError.contentRuleListStoreLookUpFailed, 7),
      (WKError.contentRuleListStoreRemoveFailed, 8), (WKError.javaScriptInvalidFrameTarget, 12),
    ]
    for (code, number) in codes { XCTAssertEqual(code.rawValue, number) }
  }

  func testAnAppCanMakeAndCatchAnError() {
    do {
      throw WKError(.webContentProcessTerminated, userInfo: ["key": 1])
    } catch WKError.javaScriptExceptionOccurred {
      XCTFail("the error has another code")
    } catch WKError.webContentProcessTerminated {
      // as it should be
    } catch {
      XCTFail("\(error)")
    }
    let error = WKError(.webContentProcessTerminated, userInfo: ["key": 1])
    XCTAssertEqual(error.userInfo["key"] as? Int, 1)
    XCTAssertEqual(error.errorCode, 2)
    XCTAssertEqual(error.localizedDescription, "The Web Content process was terminated")
    XCTAssertEqual((error as NSError).domain, WKErrorDomain)
    XCTAssertEqual((error as NSError).userInfo["key"] as? Int, 1)
    XCTAssertEqual(error, WKError(.webContentProcessTerminated, userInfo: ["key": 1]))
    XCTAssertNotEqual(error, WKError(.webContentProcessTerminated))
    XCTAssertNotEqual(error, WKError(.unknown, userInfo: ["key": 1]))
    let described = WKError(.unknown, userInfo: [NSLocalizedDescriptionKey: "The test failed"])
    XCTAssertEqual(described.localizedDescription, "The test failed")
  }
}
