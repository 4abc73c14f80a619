import BitcoinLink
import Causeway
import CausewayJSON
import Foundation
import FuzzSupport
import OnsideKit
import OnsideTesting

@testable import Profiles

@MainActor @c(LLVMFuzzerTestOneInput)
func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  Fuzzer.test(data, size, ProfileTarget.check)
}

/// The fuzzing target of the command's profiles. It checks that only known keys with values of the right type are
/// accepted, and that no accepted value is lost.
@MainActor enum ProfileTarget {
  private static let known: [String: Set<String>] = [
    "causeway": ["allowedOrigins"],
    "today": ["headers", "authorization", "refreshedAuthorization", "refresh", "trustedOrigins"],
    "gbg": ["hostVersion", "camera.document", "camera.selfie", "custom"],
    "link": ["addresses", "getInfo", "fail"],
    "onside": [
      "catalog", "storefront", "login", "payment", "loggedIn", "refererUrl", "error", "allowedOrigins",
    ],
  ]
  /// A folder that does not exist, so a profile that names a picture file is refused.
  private static let folder = URL(fileURLWithPath: "/nowhere")

  static func check(_ bytes: UnsafeBufferPointer<UInt8>) {
    let profile: Profile
    do {
      profile = try Profile(parsing: bytes, folder: folder)
    } catch {
      return expect(!"\(error)".isEmpty, "the error has no text")
    }
    guard let text = try? JSONValue(parsing: bytes), let parts = text.objectValue else {
      fatalError("a profile that is not a JSON object was accepted")
    }
    for (name, part) in parts where name != "answer" {
      guard let keys = known[name] else { fatalError("an unknown part was accepted: \(name)") }
      expect(part.objectValue?.allSatisfy { keys.contains($0.key) } == true, "an unknown key was accepted in \(name)")
    }
    expect(profile.answer.rawValue == parts["answer"]?.stringValue ?? "approve", "answer")
    check(profile.today, parts["today"]?.objectValue ?? [:])
    check(profile.gbg, parts["gbg"]?.objectValue ?? [:])
    check(profile.link, parts["link"]?.objectValue ?? [:])
    check(profile.onside, parts["onside"]?.objectValue ?? [:])
  }

  private static func check(_ profile: OnsideProfile, _ text: JSONObject) {
    switch profile.productSource {
    case .catalog(let file):
      expect(text["catalog"] != nil && text["store"] == nil, "catalog")
      // Compare bytes, because a combining mark after the slash forms one character with the slash.
      expect(file.path.utf8.first == UInt8(ascii: "/"), "the catalog's path is not absolute: \(file)")
    case .network(let address):
      expect(text["store"] != nil && address.app == text["app"]?.stringValue, "store")
    case nil: expect(text["catalog"] == nil && text["store"] == nil, "a catalog or a store was lost")
    }
    expect(
      profile.storefront?.countryCode == text["storefront"]?.stringValue.flatMap(StorefrontCountry.init)?.countryCode
        && (profile.storefront == nil) == (text["storefront"] == nil), "storefront")
    expect(profile.login?.rawValue == text["login"]?.stringValue, "login")
    expect(profile.payment?.rawValue == text["payment"]?.stringValue, "payment")
    expect(profile.isLoggedIn == text["loggedIn"]?.boolValue, "loggedIn")
    expect((profile.refererUrl == nil) == (text["refererUrl"] == nil), "refererUrl")
    expect(profile.refererUrl == nil || profile.refererUrl?.scheme != nil, "the URL has no scheme")
    expect(profile.error?.rawValue == text["error"]?.stringValue, "error")
    let origins = text["allowedOrigins"]?.arrayValue?.compactMap { $0.stringValue.flatMap { try? Origin(parsing: $0) } }
    expect(profile.allowedOrigins == origins.map { Set($0) }, "allowedOrigins")
  }

  private static func check(_ profile: GBGProfile, _ text: JSONObject) {
    expect(profile.hostVersion == text["hostVersion"]?.stringValue ?? "1.0.0", "hostVersion")
    check(profile.document, text["camera.document"], "camera.document")
    check(profile.selfie, text["camera.selfie"], "camera.selfie")
    let custom = text["custom"]?.objectValue ?? [:]
    expect(profile.custom.count == Set(custom.keys).count, "custom")
    for (id, entry) in profile.custom {
      if case .data(let data) = entry.answer { expect(custom[id]?["data"] == .object(data), "data of \(id)") }
    }
  }

  private static func check(_ capture: GBGProfile.Capture?, _ text: JSONValue?, _ name: String) {
    switch capture {
    case nil: expect(text == nil, "\(name) was lost")
    case .picture: fatalError("a picture file that does not exist was accepted")
    case .cancel(let reason): expect(text?["cancel"]?.stringValue == reason, "reason of \(name)")
    case .failure(let failure):
      expect(text?["error"]?["code"]?.stringValue == failure.code.rawValue, "code of \(name)")
      expect(text?["error"]?["message"]?.stringValue == failure.message, "message of \(name)")
    }
  }

  private static func check(_ profile: LinkProfile, _ text: JSONObject) {
    if let addresses = text["addresses"]?.objectValue {
      for (name, address) in addresses { expect(profile.addresses[name] == address.stringValue, "address \(name)") }
    } else {
      expect(profile.addresses == LinkProfile().addresses, "addresses")
    }
    let failures = text["fail"]?.objectValue ?? [:]
    expect(profile.fail.count == failures.count, "fail")
    for (command, failure) in profile.fail {
      expect(failures[command.rawValue]?["type"]?.stringValue == failure.type.rawValue, "type of \(command)")
    }
  }

  private static func check(_ profile: TodayProfile, _ text: JSONObject) {
    let defaults = TodayProfile()
    expect(profile.authorization == text["authorization"]?.stringValue ?? defaults.authorization, "authorization")
    expect(
      profile.refreshedAuthorization == text["refreshedAuthorization"]?.stringValue ?? defaults.refreshedAuthorization,
      "refreshedAuthorization")
    expect(profile.refresh.rawValue == text["refresh"]?.stringValue ?? defaults.refresh.rawValue, "refresh")
    let origins = text["trustedOrigins"]?.arrayValue?.compactMap { $0.stringValue.flatMap { try? Origin(parsing: $0) } }
    expect(profile.trustedOrigins == origins.map { Set($0) }, "trustedOrigins")
    if let headers = text["headers"]?.objectValue {
      for (name, value) in headers { expect(profile.headers[name] == value.stringValue, "header \(name)") }
    } else {
      expect(profile.headers == defaults.headers, "headers")
    }
  }
}
