import CausewayJSON
import Testing

@testable import CausewayDriver

@Suite struct CapabilitiesTests {
  private func match(_ capabilities: JSONValue, mistakes: [String] = []) async throws -> Capabilities.Match {
    try await Capabilities.match(["capabilities": capabilities], version: "0.1.0") { _ in mistakes }
  }

  private func error(_ capabilities: JSONValue, mistakes: [String] = []) async -> WebDriverError? {
    do {
      _ = try await match(capabilities, mistakes: mistakes)
      return nil
    } catch {
      return error as? WebDriverError
    }
  }

  @Test func nothingIsWantedByDefault() async throws {
    let found = try await match([:])
    #expect(found.engine.isEmpty)
    #expect(found.options == [:])
  }

  @Test func standardCapabilitiesReachTheEngineAndExtensionsDoNot() async throws {
    let found = try await match([
      "alwaysMatch": [
        "browserName": "causeway", "platformName": "ANY", "pageLoadStrategy": "eager", "se:name": "test",
        "causeway:options": ["page": "a.html"],
      ]
    ])
    #expect(JSONValue.object(found.engine) == ["pageLoadStrategy": "eager"])
    #expect(found.options == ["page": "a.html"])
  }

  @Test func theFirstSetThatFitsIsUsed() async throws {
    let found = try await match([
      "alwaysMatch": ["timeouts": ["implicit": 5]],
      "firstMatch": [
        ["browserName": "firefox"], ["platformName": "linux", "causeway:options": ["page": "first"]],
        ["causeway:options": ["page": "second"]],
      ],
    ])
    #expect(found.options == ["page": "first"])
    #expect(JSONValue.object(found.engine) == ["timeouts": ["implicit": 5]])
  }

  @Test(arguments: ["0.1.0", "0.1", "0"]) func aVersionMayBeAPartOfTheDriversVersion(version: String) async throws {
    let found = try await match(["alwaysMatch": ["browserVersion": .string(version)]])
    #expect(found.engine.isEmpty)
  }

  @Test(arguments: ["0.2", "0.1.00", "1", ""]) func anotherVersionIsNotOffered(version: String) async {
    let found = await error(["alwaysMatch": ["browserVersion": .string(version)]])
    #expect(found?.code == .sessionNotCreated)
    #expect(found?.message == "browserVersion: this driver has the version 0.1.0, not \(version)")
  }

  @Test func aSetWithAMemberOfAlwaysMatchIsRefused() async {
    let found = await error(["alwaysMatch": ["browserName": "causeway"], "firstMatch": [["browserName": "causeway"]]])
    #expect(found?.code == .invalidArgument)
    #expect(found?.message.contains("firstMatch[0].browserName") == true)
  }

  @Test func everyMistakeIsNamed() async {
    let found = await error(
      ["alwaysMatch": ["browsername": "causeway", "pageLoadStrategy": "slow", "causeway:options": [:]]],
      mistakes: ["page: one", "size: two"])
    #expect(found?.code == .invalidArgument)
    for part in ["browsername", "pageLoadStrategy", "causeway:options: page: one", "causeway:options: size: two"] {
      #expect(found?.message.contains(part) == true)
    }
  }

  @Test func everyReasonWhyNoSetFitsIsNamed() async {
    let found = await error([
      "firstMatch": [["browserName": "chrome"], ["platformName": "mac"], ["webSocketUrl": true]]
    ])
    #expect(found?.code == .sessionNotCreated)
    for part in ["chrome", "mac", "BiDi"] { #expect(found?.message.contains(part) == true) }
  }

  @Test func aValueThatIsNullCountsAsMissing() async throws {
    let found = try await match(["alwaysMatch": ["browserName": .null, "causeway:options": .null]])
    #expect(found.options == [:])
  }

  @Test func theCapabilitiesMustBeAnObject() async {
    for capabilities: JSONValue in [.null, [], ["firstMatch": []], ["firstMatch": [1]], ["alwaysMatch": "causeway"]] {
      #expect(await error(capabilities)?.code == .invalidArgument)
    }
  }
}
