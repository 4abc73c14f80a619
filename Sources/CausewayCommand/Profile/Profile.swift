import CausewayFiles
import CausewayJSON
import CausewayTool
import Foundation

/// The protocols that a page may use. Their names are those of the command line, of the profile's parts, and of the
/// folders in `Conformance` and `Examples`.
enum BridgeProtocol: String, CaseIterable, Sendable {
  case causeway
  case gbg
  case link
  case onside
  case today

  /// The published protocols, which `causeway open` serves without further files. An app's own bridge needs its contract
  /// and a mock.
  static var published: [Self] { allCases.filter { $0 != .causeway } }

  /// The names of all protocols, for messages.
  static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

  // The package `Fuzz` compiles this folder alone, without the types that this property uses.
  #if !PROFILES_ALONE
  /// The simulated app's part for the protocol.
  @MainActor var simulation: any SimulatedProtocol.Type {
    switch self {
    case .causeway: CausewaySimulation.self
    case .gbg: GBGSimulation.self
    case .link: LinkSimulation.self
    case .onside: OnsideSimulation.self
    case .today: TodaySimulation.self
    }
  }
  #endif
}

/// The answers of the simulated app, read from a JSON file with a part for each protocol. Every key is optional.
struct Profile {
  /// The way in which prompts to the user are answered.
  var answer = ProfileAnswer.approve
  var causeway = CausewayProfile()
  var gbg = GBGProfile()
  var link = LinkProfile()
  var onside = OnsideProfile()
  var today = TodayProfile()

  /// Creates a profile with all defaults.
  init() {}

  // The package `Fuzz` has no reader of files either.
  #if !PROFILES_ALONE
  private static let maximumBytes = 16 << 20

  /// Reads a profile from a file. Unknown keys are errors, because a misspelled key would otherwise have no effect.
  init(contentsOf path: String) throws {
    guard FileManager.default.fileExists(atPath: path) else {
      throw ProfileError(path: path, problem: "the file does not exist")
    }
    let bytes: Data
    do {
      bytes = try InputFile.contents(of: path, upTo: Self.maximumBytes + 1)
    } catch {
      throw ProfileError(path: path, problem: "it cannot be read: \(FileReason.of(error, at: path))")
    }
    guard bytes.count <= Self.maximumBytes else {
      throw ProfileError(path: path, problem: "it is longer than \(Self.maximumBytes) bytes")
    }
    do {
      try self.init(parsing: bytes, folder: InputFile.folder(of: path))
    } catch {
      throw ProfileError(path: path, problem: "\(error)")
    }
  }
  #endif

  /// Reads a profile from its JSON text.
  /// - Parameter folder: the folder to which file paths in the profile are relative.
  init(parsing bytes: some Collection<UInt8>, folder: URL) throws {
    var reader = try ProfileReader(JSONValue(parsing: bytes), at: "", folder: folder)
    answer = try reader.choice("answer", ProfileAnswer.self) ?? answer
    for part in BridgeProtocol.allCases {
      try reader.object(part.rawValue) { reader in
        switch part {
        case .causeway: causeway = try CausewayProfile(&reader)
        case .gbg: gbg = try GBGProfile(&reader)
        case .link: link = try LinkProfile(&reader)
        case .onside: onside = try OnsideProfile(&reader)
        case .today: today = try TodayProfile(&reader)
        }
      }
    }
    try reader.finish()
  }
}

/// The error for a profile file that is missing, unreadable or invalid.
struct ProfileError: Error, CustomStringConvertible {
  let path: String
  let problem: String

  var description: String { "profile \(path): \(problem)" }
}
