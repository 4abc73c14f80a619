import Causeway
import FuzzSupport

@testable import Profiles

@MainActor @c(LLVMFuzzerTestOneInput)
func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  Fuzzer.test(data, size, ProfileTarget.check)
}

/// Profiles of the command: only what is known and of its type is taken, and nothing of it is lost.
@MainActor enum ProfileTarget {
  private static let known: Set = [
    "headers", "authorization", "refreshedAuthorization", "refresh", "trustedOrigins",
  ]

  static func check(_ bytes: UnsafeBufferPointer<UInt8>) {
    let profile: Profile
    do {
      profile = try Profile(parsing: bytes)
    } catch {
      return expect(!"\(error)".isEmpty, "an error without words")
    }
    guard let text = try? JSONValue(parsing: bytes), let parts = text.objectValue else {
      fatalError("a profile that is not a JSON object")
    }
    expect(parts.allSatisfy { $0.key == "today" }, "an unknown part was taken")
    let today = parts["today"]?.objectValue ?? [:]
    expect(today.allSatisfy { known.contains($0.key) }, "an unknown key was taken")
    check(profile.today, today)
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
