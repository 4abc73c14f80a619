import Causeway
import Foundation

/// What the simulated app answers: a JSON file with a part for each protocol, every key optional.
struct Profile {
  var today = TodayProfile()

  /// The profile with every default.
  init() {}

  /// Reads a profile. Keys that are not known are errors: a misspelt key would otherwise do nothing.
  init(contentsOf path: String) throws {
    let bytes: Data
    do {
      bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw ProfileError(path: path, problem: "it cannot be read: \(error.localizedDescription)")
    }
    do {
      try self.init(parsing: bytes)
    } catch {
      throw ProfileError(path: path, problem: "\(error)")
    }
  }

  /// Reads a profile from its JSON text.
  init(parsing bytes: some Collection<UInt8>) throws {
    var reader = try ProfileReader(JSONValue(parsing: bytes), at: "")
    try reader.object("today") { part in today = try TodayProfile(&part) }
    try reader.finish()
  }
}

/// A profile file is wrong.
struct ProfileError: Error, CustomStringConvertible {
  let path: String
  let problem: String

  var description: String { "profile \(path): \(problem)" }
}

/// Reads an object of a profile member by member and reports those that nobody read.
struct ProfileReader {
  private let object: JSONObject
  private let place: String
  private var known: [String] = []

  init(_ value: JSONValue, at place: String) throws {
    guard let object = value.objectValue else {
      throw ProfileMistake(place: place, problem: "an object is wanted")
    }
    self.object = object
    self.place = place
  }

  private func path(_ key: String) -> String { place.isEmpty ? key : "\(place).\(key)" }

  private mutating func value(_ key: String) -> JSONValue? {
    known.append(key)
    return object[key]
  }

  mutating func object(_ key: String, _ read: (inout ProfileReader) throws -> Void) throws {
    guard let value = value(key) else { return }
    var reader = try ProfileReader(value, at: path(key))
    try read(&reader)
    try reader.finish()
  }

  mutating func string(_ key: String) throws -> String? {
    guard let value = value(key) else { return nil }
    guard let text = value.stringValue else { throw ProfileMistake(place: path(key), problem: "a string is wanted") }
    return text
  }

  mutating func choice<Choice: RawRepresentable & CaseIterable>(_ key: String, _: Choice.Type) throws -> Choice?
  where Choice.RawValue == String {
    guard let text = try string(key) else { return nil }
    guard let choice = Choice(rawValue: text) else {
      let choices = Choice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " or ")
      throw ProfileMistake(place: path(key), problem: "\"\(text)\" is not one of \(choices)")
    }
    return choice
  }

  mutating func origins(_ key: String) throws -> Set<Origin>? {
    guard let texts = try strings(key) else { return nil }
    return Set(
      try texts.map { text in
        do {
          return try Origin(parsing: text)
        } catch {
          throw ProfileMistake(place: path(key), problem: "\(error)")
        }
      })
  }

  mutating func strings(_ key: String) throws -> [String]? {
    guard let value = value(key) else { return nil }
    let texts = value.arrayValue?.compactMap(\.stringValue)
    guard let texts, texts.count == value.arrayValue?.count else {
      throw ProfileMistake(place: path(key), problem: "an array of strings is wanted")
    }
    return texts
  }

  mutating func stringMap(_ key: String) throws -> [String: String]? {
    guard let value = value(key) else { return nil }
    guard let object = value.objectValue else {
      throw ProfileMistake(place: path(key), problem: "an object of strings is wanted")
    }
    var map: [String: String] = [:]
    for (name, member) in object {
      guard let text = member.stringValue else {
        throw ProfileMistake(place: "\(path(key)).\(name)", problem: "a string is wanted")
      }
      map[name] = text
    }
    return map
  }

  /// To be called when every member was asked for.
  func finish() throws {
    let unknown = object.map(\.key).filter { !known.contains($0) }
    guard unknown.isEmpty else {
      let names = unknown.map { "\"\(path($0))\"" }.joined(separator: ", ")
      throw ProfileMistake(
        place: place,
        problem: "unknown \(unknown.count == 1 ? "key" : "keys") \(names); known are \(known.joined(separator: ", "))")
    }
  }
}

/// Something in a profile is not as it should be.
struct ProfileMistake: Error, CustomStringConvertible {
  let place: String
  let problem: String

  var description: String { place.isEmpty ? problem : "\(place): \(problem)" }
}
