import CausewayContract
import CausewayTool
import Foundation

/// The shared parts of the commands `causeway contract …`: reading files, and reporting mistakes in them.
enum ContractCommand {
  /// The part of each command's help that says where a contract's file comes from.
  static let origin = """
    A contract defines the messages that an app and its pages may send to each other over window.causeway. The app
    writes its contract's file: in Swift, the file's text is contract.json.json. docs/contract.md describes the file.
    """

  /// The maximum size of a file, in bytes.
  private static let maximumBytes = 16 << 20

  /// Reads a contract. Throws ``ContractFileError`` if the file is not a contract.
  ///
  /// - Parameter path: the path of the file, or `-` for standard input.
  static func contract(at path: String) throws -> Contract {
    do {
      return try Contract(parsing: text(at: path))
    } catch let error as ContractError {
      throw ContractFileError(file: name(of: path), error: error)
    }
  }

  /// Reads a file, or standard input for `-`, as UTF-8. Throws ``UsageError`` if the file cannot be read.
  static func text(at path: String) throws -> String {
    let data = try InputFile.read(path, upTo: maximumBytes + 1)
    guard data.count <= maximumBytes else {
      throw UsageError("\(name(of: path)): the file is longer than \(maximumBytes) bytes")
    }
    guard let text = String(data: data, encoding: .utf8) else {
      throw UsageError("\(name(of: path)): the file is not UTF-8 text")
    }
    return text
  }

  /// Returns the name of a file for messages: its path, or "standard input" for `-`.
  static func name(of path: String) -> String { path == InputFile.standardInput ? "standard input" : path }
}

/// The error for a file that is not a contract.
struct ContractFileError: Error, CustomStringConvertible {
  let file: String
  let error: ContractError

  var description: String { "\(file): \(error)" }
  /// The line that the command prints after the error, with the remedy.
  static let advice =
    "Write the file again with the app, or correct it: Types/contract.schema.json describes contracts."
}
