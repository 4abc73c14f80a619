import CausewayContract
import CausewayTool
import Foundation

extension CausewayProfile {
  /// Reads `--contract` and `--mock`, which replace the files of the profile.
  mutating func replaceFiles(_ arguments: Arguments) throws {
    contract = try Self.file("--contract", arguments) ?? contract
    mock = try Self.file("--mock", arguments) ?? mock
    guard (contract == nil) == (mock == nil) else {
      throw UsageError(
        "\(contract == nil ? "--contract FILE.json" : "--mock FILE.js") is missing: the contract says what pages may ask, and "
          + "the functions of the mock answer")
    }
    // Report a mistake in the contract before a display is started.
    if let contract { _ = try ContractCommand.contract(at: contract.path) }
  }

  private static func file(_ option: String, _ arguments: Arguments) throws -> URL? {
    try arguments.one(option).map { path in
      guard FileManager.default.isReadableFile(atPath: path) else {
        throw UsageError("\(option) \(path): the file does not exist or cannot be read")
      }
      return URL(fileURLWithPath: try InputFile.rereadable(path, as: option == "--mock" ? "mock.js" : "contract.json"))
    }
  }
}
