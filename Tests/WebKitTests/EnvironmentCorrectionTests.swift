import XCTest

@testable import WebKit

/// The environment variables that WebKit's processes get.
final class EnvironmentCorrectionTests: XCTestCase {
  private func correction(_ environment: [String: String]) -> [String: String] {
    EnvironmentCorrection(environment: environment).values
  }

  func testAnEmptyTimeZoneIsUTC() {
    XCTAssertEqual(correction(["TZ": ""]), ["TZ": "UTC"])
    XCTAssertEqual(correction(["TZ": ":"]), ["TZ": "UTC"])
    for zone in ["UTC", "Europe/Berlin", ":Europe/Berlin", "EST5EDT", "No/Where"] {
      XCTAssertEqual(correction(["TZ": zone]), [:], zone)
    }
    XCTAssertEqual(correction([:]), [:])
  }

  func testLoopbackHostsAreExceptionsFromEveryProxy() {
    let loopback = "localhost,.localhost,127.0.0.0/8,::1,[::1]"
    for name in ["http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "ftp_proxy"] {
      XCTAssertEqual(correction([name: "http://proxy.example:3128"]), ["no_proxy": loopback], name)
    }
    XCTAssertEqual(
      correction(["http_proxy": "http://p.example", "no_proxy": ".a.example,b.example"]),
      ["no_proxy": ".a.example,b.example," + loopback])
    XCTAssertEqual(
      correction(["http_proxy": "http://p.example", "NO_PROXY": "a.example"]), ["no_proxy": "a.example," + loopback])
    XCTAssertEqual(correction(["no_proxy": "a.example"]), [:])
  }
}
