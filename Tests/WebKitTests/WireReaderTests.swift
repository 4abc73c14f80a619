import XCTest

@testable import WebKit

/// Texts that need not come from `message-writer.js`. The reader must refuse invalid texts, and no text may crash the
/// app.
final class WireReaderTests: XCTestCase {
  private func read(_ text: String) throws -> AnyHashable {
    try Array(text.utf8).withUnsafeBufferPointer { try WireReader.read($0) }
  }

  func testNumbersOfEverySizeAreRead() throws {
    XCTAssertEqual(try read("9007199254740992") as? Int, 1 << 53)
    XCTAssertEqual(try read("-9007199254740992") as? Int, -1 << 53)
    XCTAssertEqual(try read("-9223372036854775808") as? Double, -0x1p63)
    XCTAssertEqual(try read("1e+21") as? Double, 1e21)
    XCTAssertEqual(try read("-Infinity") as? Double, -.infinity)
    XCTAssertEqual(try read("@5000") as? Date, Date(timeIntervalSince1970: 5))
  }

  func testNumbersThatOnlySwiftCanReadAreRefused() {
    for text in ["0x10", "0x1p4", "nan", "inf", "infinity", "-nan", "+1", ".5", "", "-", "1e", "@", "@x", "1 "] {
      XCTAssertThrowsError(try read(text), text)
    }
  }

  func testEscapesAreThoseOfJSON() throws {
    XCTAssertEqual(try read(#""\"\\\/\b\f\n\r\t\u00e9\ud800""#) as? String, "\"\\/\u{8}\u{c}\n\r\t\u{e9}\u{fffd}")
    for text in [#""\u+123""#, #""\u-001""#, #""\u12""#, #""\x41""#, #""\"#, #""\u12_4""#] {
      XCTAssertThrowsError(try read(text), text)
    }
  }
}
