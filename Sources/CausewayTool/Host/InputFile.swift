import CausewayFiles
import Foundation

/// A file that the user names as an argument, or standard input.
package enum InputFile {
  /// The argument that means standard input.
  package static let standardInput = "-"

  /// Reads at most `maximumBytes` bytes from the beginning of a file, because a device may never end.
  ///
  /// - Throws: ``UsageError`` if the file cannot be read.
  package static func read(_ path: String, upTo maximumBytes: Int) throws -> Data {
    let isStandardInput = path == standardInput
    do {
      let file =
        isStandardInput ? FileHandle.standardInput : try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      return try file.read(upToCount: maximumBytes) ?? Data()
    } catch {
      guard !isStandardInput else {
        throw UsageError("standard input cannot be read: \(error.localizedDescription)")
      }
      throw UsageError("\(path): the file cannot be read: \(FileReason.of(error, at: path))")
    }
  }
}
