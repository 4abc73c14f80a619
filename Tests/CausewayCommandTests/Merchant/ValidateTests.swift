#if os(Linux)
import CausewayJOSE
import Foundation
import XCTest

/// `POST /validate` of `causeway merchant serve`, from a client's view.
@MainActor final class ValidateTests: XCTestCase {
  private func post(_ newsstand: Newsstand, _ body: String, type: String = "application/json") async throws -> String {
    let url = newsstand.backend.appendingPathComponent("validate")
    let (status, answer) = try await newsstand.send("POST", url, body, type: type)
    let problem = try Newsstand.object(answer)
    XCTAssertEqual(problem["status"] as? Int, status)
    XCTAssertEqual((problem["title"] as? String)?.isEmpty, false)
    return "\(status) \(try XCTUnwrap(problem["code"] as? String))"
  }

  func testEachInvalidHistoryIsRefusedWithItsOwnCode() async throws {
    let newsstand = try await Newsstand()
    let stranger = try SigningKey.generate(.es256, keyID: "stranger")
    let strangers = try stranger.sign(Array(#"{"transactions": []}"#.utf8), type: nil)
    let own = try await key(newsstand)
    let known = try XCTUnwrap(own["kid"] as? String)
    let algorithm = try XCTUnwrap(own["alg"] as? String)
    let other = algorithm == "ES256" ? "RS256" : "ES256"
    let parts = strangers.split(separator: ".").map(String.init)
    /// Returns a header and a payload as if the store had signed them with this algorithm.
    let claim = { (algorithm: String) in self.header(#"{"alg":"\#(algorithm)","kid":"\#(known)"}"#) + "." + parts[1] }
    let secret = SigningKey.hs256(secret: Array("secret".utf8), keyID: known)
    let attacks: [(history: String, code: String)] = [
      ("", "wrong_number_of_parts"),
      ("a.b", "wrong_number_of_parts"),
      ("\(header(#"{"alg":"none"}"#)).\(parts[1]).", "algorithm_none"),
      ("\(parts[0])=.\(parts[1]).\(parts[2])", "base64_padding"),
      ("\(parts[0]).\(parts[1]) .\(parts[2])", "base64_whitespace"),
      (claim(algorithm) + ".", "missing_signature"),
      // The stranger's ES256 signature has 64 bytes. For a key of another algorithm this length is wrong.
      (claim(algorithm) + "." + parts[2], algorithm == "ES256" ? "wrong_signature" : "wrong_signature_length"),
      (claim(other) + "." + parts[2], "key_of_another_algorithm"),
      ("\(header(#"{"alg":"ES256","alg":"ES256"}"#)).\(parts[1]).\(parts[2])", "duplicate_header_member"),
      ("\(header(#"{"alg":"ES256","crit":["exp"]}"#)).\(parts[1]).\(parts[2])", "critical_header"),
      (try secret.sign(Array(#"{"transactions": []}"#.utf8), type: nil), "algorithm_not_allowed"),
      (strangers, "unknown_key_id"),
      (String(repeating: "a", count: (4 << 20) + 1), "jws_too_long"),
    ]
    for (history, code) in attacks {
      let answer = try await post(newsstand, #"{"customer": "reader.ada", "history": "\#(history)"}"#)
      XCTAssertEqual(answer, "422 \(code)", String(history.prefix(60)))
    }
    let (_, backend) = try await newsstand.close()
    XCTAssertFalse(backend.error.contains(parts[1]))
  }

  func testInvalidBodiesAreRefused() async throws {
    let newsstand = try await Newsstand()
    let bodies: [(body: String, type: String, answer: String)] = [
      ("", "application/json", "400 bad_request"),
      ("[]", "application/json", "400 bad_request"),
      ("{}", "application/json", "400 bad_request"),
      (#"{"customer": 7, "history": "a.b.c"}"#, "application/json", "400 bad_request"),
      (#"{"customer": "reader.ada"}"#, "application/json", "400 bad_request"),
      (#"{"customer": "a", "customer": "b", "history": "a.b.c"}"#, "application/json", "400 bad_request"),
      (#"{"customer": "a", "history": "a.b.c", "order_id": "1"}"#, "application/json", "400 bad_request"),
      (#"{"customer": "a", "history": "a.b.c"}"#, "text/plain", "415 unsupported_media_type"),
      (#"{"customer": "a", "history": "a.b.c"}"#, "application/json; charset=utf-8", "422 base64_impossible_length"),
      (#"{"customer": "\#(String(repeating: "a", count: 5 << 20))"}"#, "application/json", "413 too_large"),
    ]
    for (body, type, answer) in bodies {
      let given = try await post(newsstand, body, type: type)
      XCTAssertEqual(given, answer, String(body.prefix(60)))
    }
    let (status, answer) = try await newsstand.send("GET", newsstand.backend.appendingPathComponent("validate"))
    XCTAssertEqual(status, 405)
    XCTAssertEqual(try Newsstand.object(answer)["code"] as? String, "method_not_allowed")
    _ = try await newsstand.close()
  }

  func testTheSiteIsServedBesideValidate() async throws {
    let newsstand = try await Newsstand()
    let (status, page) = try await newsstand.send("GET", newsstand.backend)
    XCTAssertEqual(status, 200)
    XCTAssertTrue(String(decoding: page, as: UTF8.self).contains("<title>The Tide</title>"))
    let (missing, _) = try await newsstand.send("GET", newsstand.backend.appendingPathComponent("nothing"))
    XCTAssertEqual(missing, 404)
    let (_, backend) = try await newsstand.close()
    XCTAssertEqual(backend.code, 0, backend.error)
    XCTAssertTrue(backend.error.contains("GET /, 200"), backend.error)
    XCTAssertTrue(backend.error.contains("ledger.sqlite is new: it has no orders"), backend.error)
    XCTAssertFalse(backend.error.contains("nothing"), backend.error)
  }

  // MARK: Signatures

  private func header(_ json: String) -> String {
    Data(json.utf8).base64EncodedString().replacingOccurrences(of: "=", with: "")
      .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
  }

  /// Returns the store's first key.
  private func key(_ newsstand: Newsstand) async throws -> [String: Any] {
    let (_, answer) = try await newsstand.send("GET", newsstand.store.appendingPathComponent(".well-known/jwks.json"))
    return try XCTUnwrap((Newsstand.object(answer)["keys"] as? [[String: Any]])?.first)
  }
}
#endif
