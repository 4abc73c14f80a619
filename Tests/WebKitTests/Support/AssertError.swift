import WebKit
import XCTest

/// Fails unless `body` throws a `WKError` with this code, and with this text in its exception.
@MainActor func assertError(
  _ code: WKError.Code, _ text: String? = nil, file: StaticString = #filePath, line: UInt = #line,
  _ body: () async throws -> Any?
) async {
  do {
    let value = try await body()
    XCTFail("there was no error; the value is \(value ?? "nothing")", file: file, line: line)
  } catch let error as WKError {
    XCTAssertEqual(error.code, code, file: file, line: line)
    let exception = error.errorUserInfo["WKJavaScriptExceptionMessage"] as? String ?? ""
    if let text { XCTAssertTrue(exception.contains(text), exception, file: file, line: line) }
  } catch {
    XCTFail("\(error)", file: file, line: line)
  }
}
