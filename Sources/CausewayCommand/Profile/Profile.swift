import CausewayJSON
import Foundation

/// The answers of the simulated app, read from a JSON file with a part for each protocol. Every key is optional.
struct Profile {
  /// The way in which prompts to the user are answered.
  var answer = ProfileAnswer.approve
  var today = TodayProfile()
  var gbg = GBGProfile()
  var link = LinkProfile()
  var onside = OnsideProfile()

  /// Creates a profile with all defaults.
  init() {}

  /// Reads a profile from a file. Unknown keys are errors, because a misspelt key would otherwise have no effect.
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
  /// - Parameter folder: the folder to which file paths in the profile are relative.
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

/// The error for a profile file that is missing, unreadable or invalid.
struct ProfileError: Error, CustomStringConvertible {
  let path: String
  let problem: String

  var description: String { "profile \(path): \(problem)" }
}
