import CausewayJSON

/// The capabilities that a client wants, processed as the specification says.
enum Capabilities {
  /// The value of the capability `browserName`.
  static let browserName = "causeway"
  private static let optionsKey = "causeway:options"

  /// The capabilities with which a session is made.
  struct Match: Hashable, Sendable {
    /// The capabilities for the engine's driver.
    var engine: JSONObject
    /// The value of `causeway:options`; an empty object without it.
    var options: JSONValue

    static func == (one: Match, other: Match) -> Bool {
      JSONValue.object(one.engine) == .object(other.engine) && one.options == other.options
    }
    func hash(into hasher: inout Hasher) { hasher.combine(options) }
  }

  /// Finds the first of the wanted sets of capabilities that the driver can offer.
  ///
  /// - Parameters:
  ///   - version: the driver's version. The capability `browserVersion` may be a part of it, such as `0.1` for `0.1.0`.
  ///   - check: returns the mistakes in a value of `causeway:options`.
  /// - Throws: ``WebDriverError``: `invalid argument` for a set that is not valid, and `session not created` if the driver
  ///   can offer none.
  static func match(
    _ parameters: JSONObject, version: String, check: (JSONValue) async -> [String]
  ) async throws(WebDriverError) -> Match {
    guard let capabilities = parameters["capabilities"]?.objectValue else {
      throw .invalidArgument("capabilities: it must be an object")
    }
    let always = try object(capabilities["alwaysMatch"], "alwaysMatch")
    let firsts: [JSONObject]
    switch capabilities["firstMatch"] {
    case nil: firsts = [[:]]
    case .array(let values)? where !values.isEmpty:
      var objects: [JSONObject] = []
      for (index, value) in values.enumerated() { objects.append(try object(value, "firstMatch[\(index)]")) }
      firsts = objects
    default: throw .invalidArgument("firstMatch: it must be an array with at least one object")
    }
    var reasons: [String] = []
    var found: Match?
    for (index, first) in firsts.enumerated() {
      var merged = always
      for (name, value) in first {
        guard always[name] == nil else {
          throw .invalidArgument("firstMatch[\(index)].\(name): alwaysMatch has this capability too")
        }
        merged[name] = value
      }
      try await validate(merged, check)
      // All sets are validated, also those after the one that fits.
      if found != nil { continue }
      if let reason = mismatch(merged, version) { reasons.append(reason) } else { found = match(merged) }
    }
    guard let found else { throw WebDriverError(.sessionNotCreated, reasons.joined(separator: "; ")) }
    return found
  }

  private static func object(_ value: JSONValue?, _ name: String) throws(WebDriverError) -> JSONObject {
    guard let value else { return [:] }
    guard var object = value.objectValue else { throw .invalidArgument("\(name): it must be an object") }
    for (key, member) in object where member.isNull { _ = object.removeValue(forKey: key) }
    return object
  }

  private static let words: [String: [String]] = [
    "pageLoadStrategy": ["none", "eager", "normal"],
    "unhandledPromptBehavior": ["dismiss", "accept", "dismiss and notify", "accept and notify", "ignore"],
  ]
  private static let flags: Set = ["acceptInsecureCerts", "setWindowRect", "strictFileInteractability", "webSocketUrl"]
  private static let texts: Set = ["browserName", "browserVersion", "platformName"]
  private static let objects: Set = ["proxy", "timeouts"]

  private static func validate(
    _ capabilities: JSONObject, _ check: (JSONValue) async -> [String]
  ) async throws(WebDriverError) {
    var mistakes: [String] = []
    for (name, value) in capabilities {
      switch name {
      case optionsKey: mistakes += await check(value).map { "\(optionsKey): \($0)" }
      case _ where words[name] != nil:
        let choices = words[name] ?? []
        if !choices.contains(value.stringValue ?? "") {
          mistakes.append("\(name): it must be one of \(choices.joined(separator: ", "))")
        }
      case _ where flags.contains(name):
        if value.boolValue == nil { mistakes.append("\(name): it must be true or false") }
      case _ where texts.contains(name):
        if value.stringValue == nil { mistakes.append("\(name): it must be a string") }
      case _ where objects.contains(name):
        if value.objectValue == nil { mistakes.append("\(name): it must be an object") }
      case _ where name.contains(":"): break
      default: mistakes.append("\(name): there is no such capability")
      }
    }
    guard mistakes.isEmpty else { throw .invalidArgument(mistakes.joined(separator: "; ")) }
  }

  /// Returns the reason why the driver cannot offer the capabilities; nil if it can.
  private static func mismatch(_ capabilities: JSONObject, _ version: String) -> String? {
    if let name = capabilities["browserName"]?.stringValue, name != browserName {
      return "browserName: this driver starts \(browserName), not \(name)"
    }
    if let wanted = capabilities["browserVersion"]?.stringValue, !"\(version).".hasPrefix("\(wanted).") {
      return "browserVersion: this driver has the version \(version), not \(wanted)"
    }
    if let name = capabilities["platformName"]?.stringValue, !["any", "linux"].contains(name.lowercased()) {
      return "platformName: this driver runs on linux, not \(name)"
    }
    if capabilities["webSocketUrl"]?.boolValue == true {
      return "webSocketUrl: this driver has no WebDriver BiDi"
    }
    return nil
  }

  private static func match(_ capabilities: JSONObject) -> Match {
    var engine = capabilities
    for name in ["browserName", "browserVersion", "platformName", "webSocketUrl"] {
      _ = engine.removeValue(forKey: name)
    }
    // Capabilities with a colon in the name are for this driver or for other programs, not for the engine's driver.
    for name in engine.keys where name.contains(":") { _ = engine.removeValue(forKey: name) }
    return Match(engine: engine, options: capabilities[optionsKey] ?? [:])
  }
}
