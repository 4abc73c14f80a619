import CausewayJSON
import CausewayTool

/// A value from the configuration file or the command line, with its place for error texts: `listen.port`, or
/// `--port 80`.
struct Setting<Value> {
  let value: Value
  let place: String

  init(_ value: Value, at place: String) {
    self.value = value
    self.place = place
  }
}

extension Setting: Sendable where Value: Sendable {}

/// A reader of one object in the configuration file. It adds every mistake to the list and continues.
struct ConfigurationReader {
  private let object: JSONObject
  private let path: String
  private let mistakes: ConfigurationMistakes

  /// - Parameters:
  ///   - path: the object's path in the file; empty for the whole file.
  ///   - members: the names of the members that the object may have. Other members are mistakes.
  init?(_ value: JSONValue, at path: String, members: [String], _ mistakes: ConfigurationMistakes) {
    guard let object = value.objectValue else {
      mistakes.add(path, "it must be an object, in braces")
      return nil
    }
    self.object = object
    self.path = path
    self.mistakes = mistakes
    for name in object.keys where !members.contains(name) {
      let question = Suggestion.question(name, among: members)
      let end = question.isEmpty ? "; the members are \(members.joined(separator: ", "))" : question
      mistakes.add(place(name), "there is no such member\(end)")
    }
  }

  /// Returns the path of a member.
  func place(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

  func has(_ name: String) -> Bool { object[name] != nil }

  func mistake(_ name: String, _ text: String) { mistakes.add(place(name), text) }

  /// Adds a mistake about the object itself.
  func mistake(_ text: String) { mistakes.add(path, text) }

  // MARK: Members

  func string(_ name: String) -> Setting<String>? {
    guard let value = object[name] else { return nil }
    return Self.string(value, at: place(name), mistakes)
  }

  private static func string(
    _ value: JSONValue, at place: String, _ mistakes: ConfigurationMistakes
  ) -> Setting<String>? {
    guard let text = value.stringValue, !text.isEmpty else {
      mistakes.add(place, "it must be a text that is not empty")
      return nil
    }
    guard !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
      mistakes.add(place, "it has a control character, such as a line break")
      return nil
    }
    return Setting(text, at: place)
  }

  func integer(_ name: String, in range: ClosedRange<Int>) -> Setting<Int>? {
    guard let value = object[name] else { return nil }
    guard let number = value.numberValue.flatMap({ Int(exactly: $0) }), range.contains(number) else {
      mistake(name, "it must be a whole number from \(range.lowerBound) to \(range.upperBound)")
      return nil
    }
    return Setting(number, at: place(name))
  }

  func seconds(_ name: String, in range: ClosedRange<Double>) -> Double? {
    guard let value = object[name] else { return nil }
    guard let number = value.numberValue, range.contains(number) else {
      mistake(name, "it must be a number of seconds from \(Int(range.lowerBound)) to \(Int(range.upperBound))")
      return nil
    }
    return number
  }

  func number(_ name: String, in range: ClosedRange<Double>) -> Double? {
    guard let value = object[name] else { return nil }
    guard let number = value.numberValue, range.contains(number) else {
      mistake(name, "it must be a number from \(range.lowerBound) to \(Int(range.upperBound))")
      return nil
    }
    return number
  }

  func boolean(_ name: String) -> Bool? {
    guard let value = object[name] else { return nil }
    guard let boolean = value.boolValue else {
      mistake(name, "it must be true or false")
      return nil
    }
    return boolean
  }

  func choice<Choice: RawRepresentable & CaseIterable>(_ name: String, _: Choice.Type) -> Choice?
  where Choice.RawValue == String {
    guard let value = object[name] else { return nil }
    guard let choice = value.stringValue.flatMap(Choice.init(rawValue:)) else {
      let choices = Choice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
      let question = Suggestion.question(value.stringValue ?? "", among: Choice.allCases.map(\.rawValue))
      mistake(name, "the choices are \(choices)\(question)")
      return nil
    }
    return choice
  }

  /// Returns the texts of an array. Each text that is wrong is a mistake of its own.
  func strings(_ name: String) -> [Setting<String>] {
    elements(name).compactMap { Self.string($0.value, at: $0.place, mistakes) }
  }

  func object(_ name: String, members: [String]) -> ConfigurationReader? {
    guard let value = object[name] else { return nil }
    return ConfigurationReader(value, at: place(name), members: members, mistakes)
  }

  /// Returns the readers of an array's objects.
  func objects(_ name: String, members: [String]) -> [ConfigurationReader] {
    elements(name).compactMap { ConfigurationReader($0.value, at: $0.place, members: members, mistakes) }
  }

  private func elements(_ name: String) -> [Setting<JSONValue>] {
    guard let value = object[name] else { return [] }
    guard let array = value.arrayValue, !array.isEmpty else {
      mistake(name, "it must be an array that is not empty, in brackets")
      return []
    }
    return array.enumerated().map { Setting($1, at: "\(place(name))[\($0)]") }
  }

  /// Reads the location of a secret. A secret itself is refused, because many people and programs can read a
  /// configuration file.
  func secret(_ name: String, allowsBase64: Bool = false) -> Setting<SecretSource>? {
    guard let value = object[name] else { return nil }
    if value.stringValue != nil {
      mistake(
        name,
        "a secret must not be in this file; write {\"credential\": NAME}, {\"file\": PATH} or {\"environment\": VARIABLE}"
      )
      return nil
    }
    let members = ["credential", "file", "environment"]
    guard let reader = object(name, members: members + (allowsBase64 ? ["encoding"] : [])) else { return nil }
    let given = members.filter { reader.has($0) }
    guard given.count == 1, let kind = given.first else {
      reader.mistake("it needs exactly one of \(members.map { "\"\($0)\"" }.joined(separator: ", "))")
      return nil
    }
    let encoding = reader.choice("encoding", SecretSource.Encoding.self) ?? .text
    guard let text = reader.string(kind) else { return nil }
    switch kind {
    case "credential":
      guard !text.value.contains("/"), text.value != ".", text.value != ".." else {
        reader.mistake("credential", "it must be the name of a credential, without a slash")
        return nil
      }
      return Setting(SecretSource(.credential(text.value), encoding), at: place(name))
    case "file":
      guard text.value.hasPrefix("/") else {
        reader.mistake("file", "it must be an absolute path, which begins with a slash")
        return nil
      }
      return Setting(SecretSource(.file(text.value), encoding), at: place(name))
    default: return Setting(SecretSource(.environment(text.value), encoding), at: place(name))
    }
  }
}
