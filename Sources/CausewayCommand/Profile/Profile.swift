import Causeway
import CausewayJSON
import Foundation

/// What the simulated app answers: a JSON file with a part for each protocol, every key optional.
struct Profile {
  /// Who answers what a person would be asked.
  var answer = ProfileAnswer.approve
  var today = TodayProfile()
  var gbg = GBGProfile()
  var link = LinkProfile()
  var onside = OnsideProfile()

  /// The profile with every default.
  init() {}

  /// Reads a profile. Keys that are not known are errors: a misspelt key would otherwise do nothing.
  init(contentsOf path: String) throws {
    guard FileManager.default.fileExists(atPath: path) else {
      throw ProfileError(path: path, problem: "there is no such file")
    }
    let bytes: Data
    do {
      bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw ProfileError(path: path, problem: "it cannot be read: \(error.localizedDescription)")
    }
    do {
      try self.init(parsing: bytes, folder: URL(fileURLWithPath: path).deletingLastPathComponent())
    } catch {
      throw ProfileError(path: path, problem: "\(error)")
    }
  }

  /// Reads a profile from its JSON text.
  /// - Parameter folder: where the paths of files begin.
  init(parsing bytes: some Collection<UInt8>, folder: URL) throws {
    var reader = try ProfileReader(JSONValue(parsing: bytes), at: "", folder: folder)
    answer = try reader.choice("answer", ProfileAnswer.self) ?? answer
    try reader.object("today") { part in today = try TodayProfile(&part) }
    try reader.object("gbg") { part in gbg = try GBGProfile(&part) }
    try reader.object("link") { part in link = try LinkProfile(&part) }
    try reader.object("onside") { part in onside = try OnsideProfile(&part) }
    try reader.finish()
  }
}

/// A profile file is wrong.
struct ProfileError: Error, CustomStringConvertible {
  let path: String
  let problem: String

  var description: String { "profile \(path): \(problem)" }
}
