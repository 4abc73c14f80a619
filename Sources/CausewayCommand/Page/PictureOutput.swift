import CausewayTool
import Foundation
import WebKit

/// The file of `--screenshot`. Its suffix determines the format of the picture.
struct PictureOutput {
  /// The format of a picture file.
  enum Format: CaseIterable {
    case png, jpeg

    /// The suffixes of the format, in lowercase and without the dot.
    var suffixes: [String] {
      switch self {
      case .png: ["png"]
      case .jpeg: ["jpg", "jpeg"]
      }
    }

    /// Returns the format of a file; nil if no format has the file's suffix. The name of an open descriptor or of a
    /// device has no suffix, and means PNG.
    init?(path: String) {
      let suffix = URL(fileURLWithPath: path).pathExtension.lowercased()
      let isStream = suffix.isEmpty && ["/dev/", "/proc/self/fd/"].contains { path.hasPrefix($0) }
      guard let format = isStream ? .png : Self.allCases.first(where: { $0.suffixes.contains(suffix) }) else {
        return nil
      }
      self = format
    }
  }

  /// Returns the option, for parsing and for the help.
  /// - Parameter moment: the end of the help's sentence, such as `, after --run`.
  static func option(_ subject: String, moment: String = "") -> OptionSpecification {
    OptionSpecification(
      "--screenshot", "FILE.png|FILE.jpg",
      "Writes a picture of \(subject)\(moment). The suffix of the name determines the format: .png, .jpg or .jpeg.")
  }

  let path: String
  let format: Format

  /// Reads the option; nil if it is not given. Checks at once that the file can be written, because the page may need a
  /// long time.
  ///
  /// - Throws: ``UsageError`` for an unknown suffix, or a file that cannot be written.
  init?(_ arguments: Arguments) throws {
    guard let path = arguments.one("--screenshot") else { return nil }
    guard let format = Format(path: path) else {
      throw UsageError("--screenshot \(path): the name must end with .png, .jpg or .jpeg")
    }
    do throws(OutputFileError) {
      try PrivateOutput.check(path)
    } catch {
      throw UsageError("--screenshot \(path): the picture cannot be written: \(error)")
    }
    self.path = path
    self.format = format
  }
}

extension PageSession {
  /// Writes a picture of the page.
  func takeSnapshot(to output: PictureOutput) async throws {
    #if os(Linux)
    let image = try await webView.takeSnapshot(configuration: nil)
    let data =
      switch output.format {
      case .png: image.pngData()
      case .jpeg: image.jpegData(compressionQuality: 0.9)
      }
    guard let data else { throw PageError("the picture of the page could not be made") }
    do throws(OutputFileError) {
      let file = try PrivateOutput.open(output.path)
      do {
        try file.write(contentsOf: data)
      } catch {
        throw OutputFileError.refused(error.localizedDescription)
      }
    } catch {
      throw PageError("\(output.path): the picture cannot be written: \(error)")
    }
    #else
    throw PageError("--screenshot works only on Linux; on macOS, the system takes pictures of windows")
    #endif
  }
}
