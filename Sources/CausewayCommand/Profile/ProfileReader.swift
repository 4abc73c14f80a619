import Causeway
import CausewayJSON
import Foundation

/// A reader of an object in a profile. It reads members one by one, and then reports the members that were not read.
struct ProfileReader {
  private let object: JSONObject
  /// The object's name, such as `gbg.camera.document`; empty for the whole profile.
  let place: String
  private let folder: URL
  private var known: [String] = []

  /// - Parameter folder: the folder to which file paths in the profile are relative.
  init(_ value: JSONValue, at place: String, folder: URL) throws {
    guard let object = value.objectValue else {
      throw ProfileMistake(place: place, problem: "it must be an object")
    }
    self.object = object
    self.place = place
    self.folder = folder
    try Self.checkNames(object, at: place)
  }

  /// Throws if two names are equal in Swift, which compares strings by Unicode equivalence. A dictionary would keep
  /// only one of them.
  private static func checkNames(_ object: JSONObject, at place: String) throws {
    var names: Set<String> = []
    for (name, _) in object where !names.insert(name).inserted {
      throw ProfileMistake(place: place, problem: "\"\(name)\" appears twice, in two Unicode spellings")
    }
  }

  private func path(_ key: String) -> String { place.isEmpty ? key : "\(place).\(key)" }

  private mutating func value(_ key: String) -> JSONValue? {
    known.append(key)
    return object[key]
  }

  mutating func object(_ key: String, _ read: (inout ProfileReader) throws -> Void) throws {
    guard let value = value(key) else { return }
    var reader = try ProfileReader(value, at: path(key), folder: folder)
    try read(&reader)
    try reader.finish()
  }

  /// Reads each member as an object and passes the member's name too. Every name is allowed.
  mutating func eachObject(_ read: (String, inout ProfileReader) throws -> Void) throws {
    for key in object.keys { try self.object(key) { try read(key, &$0) } }
  }

  /// Reads an object with any members; nil if the key is missing.
  mutating func json(_ key: String) throws -> JSONObject? {
    guard let value = value(key) else { return nil }
    guard let object = value.objectValue else {
      throw ProfileMistake(place: path(key), problem: "it must be an object")
    }
    return object
  }

  /// Returns the single key of `keys` that is present. Throws if none or several are.
  func only(of keys: String...) throws -> String {
    let present = keys.filter { object[$0] != nil }
    guard present.count == 1 else {
      let problem = present.isEmpty ? "" : "; it has \(present.joined(separator: ", "))"
      throw ProfileMistake(
        place: place, problem: "it must have exactly one of \(keys.joined(separator: ", "))\(problem)")
    }
    return present[0]
  }

  /// Throws if one of the keys in `present` is set, because these keys are allowed only together with the key `key`.
  func only(_ key: String, with present: [String: Bool]) throws {
    guard let surplus = present.filter(\.value).keys.sorted().first else { return }
    throw ProfileMistake(place: path(surplus), problem: "this key is only allowed with \"\(key)\"")
  }

  /// Returns the value. Throws an error with the key's name if the value is nil.
  func required<Value>(_ value: Value?, _ key: String) throws -> Value {
    guard let value else { throw ProfileMistake(place: place, problem: "\"\(key)\" is missing") }
    return value
  }

  /// Reads a picture from the file at a path, which is absolute or relative to the profile's folder.
  mutating func picture(_ key: String) throws -> PictureFile? {
    guard let file = try file(key) else { return nil }
    do {
      return try PictureFile(contentsOf: file)
    } catch {
      throw ProfileMistake(place: path(key), problem: "\(error)")
    }
  }

  /// Reads a file's URL from a path, which is absolute or relative to the profile's folder.
  mutating func file(_ key: String) throws -> URL? {
    try string(key).map { URL(fileURLWithPath: $0, relativeTo: folder).absoluteURL }
  }

  /// Reads a string and converts it. Returns nil if the key is missing, and throws if `read` cannot convert the string.
  /// - Parameter wanted: a description of a valid value, for the error.
  mutating func string<Value>(_ key: String, as wanted: String, _ read: (String) -> Value?) throws -> Value? {
    guard let text = try string(key) else { return nil }
    guard let value = read(text) else {
      throw ProfileMistake(place: path(key), problem: "\"\(text)\" is not \(wanted)")
    }
    return value
  }

  mutating func bool(_ key: String) throws -> Bool? {
    guard let value = value(key) else { return nil }
    guard let bool = value.boolValue else {
      throw ProfileMistake(place: path(key), problem: "it must be true or false")
    }
    return bool
  }

  mutating func string(_ key: String) throws -> String? {
    guard let value = value(key) else { return nil }
    guard let text = value.stringValue else { throw ProfileMistake(place: path(key), problem: "it must be a string") }
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
      throw ProfileMistake(place: path(key), problem: "it must be an array of strings")
    }
    return texts
  }

  mutating func stringMap(_ key: String) throws -> [String: String]? {
    guard let value = value(key) else { return nil }
    guard let object = value.objectValue else {
      throw ProfileMistake(place: path(key), problem: "it must be an object whose values are strings")
    }
    try Self.checkNames(object, at: path(key))
    var map: [String: String] = [:]
    for (name, member) in object {
      guard let text = member.stringValue else {
        throw ProfileMistake(place: "\(path(key)).\(name)", problem: "it must be a string")
      }
      map[name] = text
    }
    return map
  }

  /// Throws if the object has unknown members. Call this after all known members were read.
  func finish() throws {
    let unknown = object.map(\.key).filter { !known.contains($0) }
    guard unknown.isEmpty else {
      let names = unknown.map { "\"\(path($0))\"" }.joined(separator: ", ")
      throw ProfileMistake(
        place: place,
        problem:
          "unknown \(unknown.count == 1 ? "key" : "keys") \(names); the known keys are \(known.joined(separator: ", "))"
      )
    }
  }
}

/// An error with its position in a profile.
struct ProfileMistake: Error, CustomStringConvertible {
  let place: String
  let problem: String

  var description: String { place.isEmpty ? problem : "\(place): \(problem)" }
}
