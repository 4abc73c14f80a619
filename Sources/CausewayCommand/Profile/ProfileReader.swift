import Causeway
import CausewayJSON
import Foundation

/// Reads an object of a profile member by member and reports those that nobody read.
struct ProfileReader {
  private let object: JSONObject
  /// The object's name, such as `gbg.camera.document`; empty for the whole profile.
  let place: String
  private let folder: URL
  private var known: [String] = []

  /// - Parameter folder: where the paths of files begin.
  init(_ value: JSONValue, at place: String, folder: URL) throws {
    guard let object = value.objectValue else {
      throw ProfileMistake(place: place, problem: "an object is wanted")
    }
    self.object = object
    self.place = place
    self.folder = folder
    try Self.checkNames(object, at: place)
  }

  /// What the names are read into holds one of two that are the same to Unicode: the other would be lost.
  private static func checkNames(_ object: JSONObject, at place: String) throws {
    var names: Set<String> = []
    for (name, _) in object where !names.insert(name).inserted {
      throw ProfileMistake(place: place, problem: "\"\(name)\" is there twice, in two spellings of Unicode")
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

  /// Reads each member, with its name, as an object of its own. All names are known.
  mutating func eachObject(_ read: (String, inout ProfileReader) throws -> Void) throws {
    for key in object.keys { try self.object(key) { try read(key, &$0) } }
  }

  /// Any object.
  mutating func json(_ key: String) throws -> JSONObject? {
    guard let value = value(key) else { return nil }
    guard let object = value.objectValue else { throw ProfileMistake(place: path(key), problem: "an object is wanted") }
    return object
  }

  /// The one of some keys that there is.
  func only(of keys: String...) throws -> String {
    let present = keys.filter { object[$0] != nil }
    guard present.count == 1 else {
      let problem = present.isEmpty ? "" : "; there are \(present.joined(separator: ", "))"
      throw ProfileMistake(place: place, problem: "exactly one of \(keys.joined(separator: ", ")) is wanted\(problem)")
    }
    return present[0]
  }

  /// That of some keys, which only another one gives a meaning, there is none.
  func only(_ key: String, with present: [String: Bool]) throws {
    guard let surplus = present.filter(\.value).keys.sorted().first else { return }
    throw ProfileMistake(place: path(surplus), problem: "it is there for \"\(key)\" alone")
  }

  /// What must not be missing, or an error that names it.
  func required<Value>(_ value: Value?, _ key: String) throws -> Value {
    guard let value else { throw ProfileMistake(place: place, problem: "\"\(key)\" is missing") }
    return value
  }

  /// The picture in a file, by a path that begins in the profile's folder or at the root.
  mutating func picture(_ key: String) throws -> PictureFile? {
    guard let file = try file(key) else { return nil }
    do {
      return try PictureFile(contentsOf: file)
    } catch {
      throw ProfileMistake(place: path(key), problem: "\(error)")
    }
  }

  /// Where a file is, by a path that begins in the profile's folder or at the root.
  mutating func file(_ key: String) throws -> URL? {
    try string(key).map { URL(fileURLWithPath: $0, relativeTo: folder).absoluteURL }
  }

  /// A string that says something else; nil if it does not.
  /// - Parameter wanted: what it should be, in words.
  mutating func string<Value>(_ key: String, as wanted: String, _ read: (String) -> Value?) throws -> Value? {
    guard let text = try string(key) else { return nil }
    guard let value = read(text) else {
      throw ProfileMistake(place: path(key), problem: "\"\(text)\" is not \(wanted)")
    }
    return value
  }

  mutating func bool(_ key: String) throws -> Bool? {
    guard let value = value(key) else { return nil }
    guard let bool = value.boolValue else { throw ProfileMistake(place: path(key), problem: "true or false is wanted") }
    return bool
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
    try Self.checkNames(object, at: path(key))
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
