import CausewayTool
import Foundation

/// A script of `--run`, from a file or standard input. It is divided into parts, and each part runs on one page.
struct RunScript {
  /// A part of a script.
  struct Part: Hashable {
    /// The statements, after as many line breaks as there are lines before them in the file, so that the engine counts
    /// lines as the file does.
    let source: String
    /// Whether another part follows, which runs on the page to which this part navigates.
    let leavesPage: Bool
  }

  private static let maximumBytes = 64 << 20

  /// The line that divides a script.
  static let divider = "// causeway: next page"

  /// The name for errors: that of the file without its folder, or `stdin`.
  let name: String
  /// The folder of the modules that the script imports.
  let folder: URL
  let parts: [Part]

  /// Reads the scripts of a command line.
  ///
  /// - Throws: ``UsageError`` if a file cannot be read, or if several scripts are standard input.
  static func all(_ arguments: Arguments) throws -> [RunScript] {
    let paths = arguments.all("--run")
    guard paths.count(where: { $0 == InputFile.standardInput }) <= 1 else {
      throw UsageError("--run: only one script can be standard input")
    }
    return try paths.map(Self.init(path:))
  }

  private init(path: String) throws {
    let isStandardInput = path == InputFile.standardInput
    let data: Data
    do {
      data = try InputFile.read(path, upTo: Self.maximumBytes + 1)
    } catch let error as UsageError {
      throw isStandardInput ? error : UsageError("--run \(error.problem)")
    }
    guard data.count <= Self.maximumBytes else {
      throw UsageError("--run \(path): the file is longer than \(Self.maximumBytes) bytes")
    }
    guard let source = String(data: data, encoding: .utf8) else {
      throw UsageError("--run \(path): the file is not UTF-8; save it as UTF-8")
    }
    let file = URL(fileURLWithPath: isStandardInput ? "stdin" : path)
    self.init(source, name: file.lastPathComponent, folder: InputFile.folder(of: path))
  }

  /// Returns the description of a part's step, for the error text after a timeout.
  func step(_ part: Int) -> String {
    let place = parts.count > 1 ? ", part \(part + 1) of \(parts.count)" : ""
    return "running the script \(name)\(place)"
  }

  init(_ source: String, name: String, folder: URL) {
    self.name = name
    self.folder = folder
    var parts: [[Substring]] = [[]]
    var starts = [0]
    // Not at U+2028 and U+2029, which may be in a string of JavaScript.
    let lines = source.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
    for (index, line) in lines.enumerated() {
      if line.trimmingCharacters(in: .whitespaces) == Self.divider {
        parts.append([])
        starts.append(index + 1)
      } else {
        parts[parts.count - 1].append(line)
      }
    }
    self.parts = zip(parts, starts).enumerated().map { index, part in
      Part(
        source: String(repeating: "\n", count: part.1) + part.0.joined(separator: "\n"),
        leavesPage: index < starts.count - 1)
    }
  }
}
