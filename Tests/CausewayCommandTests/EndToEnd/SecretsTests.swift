#if os(Linux)
import ProgramTestSupport
import Foundation
import OnsideMerchant
import XCTest

/// Tests that each secret is only in the file that keeps it.
@MainActor final class SecretsTests: XCTestCase {
  /// The output of a program, or the contents of a file.
  private typealias Place = (name: String, contents: Data)

  func testNoSecretIsInAnyOutputLogErrorOrTrace() async throws {
    let newsstand = try await Newsstand()
    let page = try await newsstand.open(
      """
      await opened();
      buy("\(Newsstand.archive)");
      await until(() => stand("\(Newsstand.archive)") === "open" && !control("check").hasAttribute("aria-busy"));
      return [document.documentElement.outerHTML, (await onside.getSignedInAppsHistory()).dataBase64];
      """
    ).result()
    XCTAssertEqual(page.code, 0, page.error)
    let answers = try Newsstand.strings(page.output)
    let (document, encoded) = (try XCTUnwrap(answers.first), try XCTUnwrap(answers.last))
    let session = try self.session(in: newsstand.folder)
    let history = String(decoding: try XCTUnwrap(Data(base64Encoded: encoded)), as: UTF8.self)
    XCTAssertEqual(Self.signedTexts(in: Data(history.utf8)), [history])
    try await provoke(newsstand, history)
    let servers = try await newsstand.close()

    let said: [Place] = [
      ("the page", Data(document.utf8)), ("the app", Data(page.error.utf8)),
      ("the store", Data((servers.store.output + servers.store.error).utf8)),
      ("the backend", Data((servers.backend.output + servers.backend.error).utf8)),
    ]
    XCTAssertTrue(servers.backend.error.contains("wrong_signature"), "The log lacks the mistakes: \(servers.backend)")
    let places = said + (try files(in: newsstand.folder))
    XCTAssertTrue(places.contains { $0.name == "trace.jsonl" && !$0.contents.isEmpty })

    let secrets: [(what: String, text: String, home: [String])] = [
      ("the merchant secret", newsstand.secret, ["store/merchant-secret"]),
      ("the access token", session.access, [session.file]),
      ("the refresh token", session.refresh, [session.file]),
      ("the app's history", history, []),
      ("the history as the page gets it", encoded, []),
      ("a history's signature", String(history.split(separator: ".")[2]), []),
    ]
    for (what, text, home) in secrets {
      XCTAssertGreaterThan(text.utf8.count, 15, "\(what) is too short to be searched for")
      for place in places where !home.contains(place.name) {
        XCTAssertNil(place.contents.range(of: Data(text.utf8)), "\(what) is in \(place.name)")
      }
      for name in home {
        let file = try XCTUnwrap(places.first { $0.name == name })
        XCTAssertNotNil(file.contents.range(of: Data(text.utf8)), "\(what) was not found in \(name), which contains it")
      }
    }
    // The ledger keeps signed evidence on purpose. Any other signed text, such as a Merchant API token, is a leak.
    var evidence = 0
    for place in places {
      let found = Self.signedTexts(in: place.contents)
      if place.name.hasPrefix("ledger.sqlite") {
        evidence += found.count
      } else {
        XCTAssertEqual(found, [], "\(place.name) contains signed texts")
      }
    }
    XCTAssertGreaterThan(evidence, 0, "The search found no signed evidence in the ledger")
  }

  func testAWrongSecretIsNotShownWhenTheMerchantAPIRefusesIt() async throws {
    let wrong = "not-the-secret-of-this-merchant-7c1f"
    let newsstand = try await Newsstand(secret: wrong)
    let seen = try await newsstand.read(
      """
      await opened();
      buy("\(Newsstand.archive)");
      await until(() => state() === "refused");
      return [control("notice").textContent, station("merchant")];
      """)
    XCTAssertEqual(seen.last, "refused")
    let (store, backend) = try await newsstand.close()
    XCTAssertTrue(backend.error.contains("merchant_api_unauthorized"), backend.error)
    for text in seen + [store.output, store.error, backend.output, backend.error] {
      XCTAssertFalse(text.contains(wrong))
      XCTAssertFalse(text.contains(newsstand.secret))
      XCTAssertEqual(Self.signedTexts(in: Data(text.utf8)), [])
    }
  }

  // MARK: Searches

  /// Returns the tokens of the logged-in user, and the name of the file in which the app keeps them.
  private func session(in folder: Folder) throws -> (file: String, access: String, refresh: String) {
    for place in try files(in: folder) where place.name.hasPrefix("state/") {
      guard let object = try? JSONSerialization.jsonObject(with: place.contents) as? [String: Any],
        let access = object["accessToken"] as? String, let refresh = object["refreshToken"] as? String
      else { continue }
      let mode = try FileManager.default.attributesOfItem(atPath: folder.path(place.name))[.posixPermissions]
      XCTAssertEqual(mode as? Int, 0o600)
      return (place.name, access, refresh)
    }
    throw ServerFailure(description: "the app's files contain no session")
  }

  /// Sends invalid requests that contain the history or the secret, and checks that no answer repeats either of them.
  private func provoke(_ newsstand: Newsstand, _ history: String) async throws {
    let validate = newsstand.backend.appendingPathComponent("validate")
    let forged = String(history.dropLast(8)) + "AAAAAAAA"
    let mistakes: [(String, Int)] = [
      (#"{"customer": "reader.ada", "history": "\#(forged)"}"#, 422),
      (#"{"customer": "reader.ada", "history": "\#(history)."}"#, 422),
      (#"{"customer": "reader.ada", "history": "\#(history)", "order_id": "\#(history)"}"#, 400),
      (#"{"customer": "", "history": "\#(history)"}"#, 400),
      (#"{"customer": "reader.ada", "history": "\#(history)""#, 400),
      (#"{"history": "\#(history)"}"#, 400),
    ]
    for (body, status) in mistakes {
      let answer = try await newsstand.send("POST", validate, body)
      XCTAssertEqual(answer.status, status, body.replacingOccurrences(of: history, with: "…"))
      XCTAssertNil(answer.body.range(of: Data(history.suffix(40).utf8)))
    }
    for server in [newsstand.backend, newsstand.store] {
      for path in [history, "validate/\(newsstand.secret)"] {
        let answer = try await newsstand.send("GET", server.appendingPathComponent(path))
        XCTAssertNil(answer.body.range(of: Data(path.utf8)))
      }
    }
  }

  /// Returns the texts that look like a compact JWS: three parts of base64url, the first of which is the beginning of a
  /// JSON object. Also returns the texts that look like the beginning of a JWS in base64, which is the form that pages
  /// get.
  private static func signedTexts(in data: Data) -> [String] {
    let text = String(decoding: data, as: UTF8.self)
    let plain = text.matches(of: /eyJ[A-Za-z0-9_\-]{8,}\.[A-Za-z0-9_\-]+\.[A-Za-z0-9_\-]{20,}/)
    let encoded = text.matches(of: /ZXlK[A-Za-z0-9+\/]{40,}/)
    return (plain + encoded).map { String($0.output) }
  }

  /// Returns all files in a folder and in its subfolders.
  private func files(in folder: Folder) throws -> [Place] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.root).compactMap { name in
      FileManager.default.contents(atPath: folder.path(name)).map { (name, $0) }
    }
  }
}
#endif
