import Foundation

#if canImport(UniformTypeIdentifiers)
import UniformTypeIdentifiers
#endif

/// The system's table of content types.
enum SystemTypes {
  /// Returns the type of files with an extension, which is in small letters and has no dot; nil if the system knows none.
  static func type(of suffix: String) -> String? {
    #if canImport(UniformTypeIdentifiers)
    UTType(filenameExtension: suffix)?.preferredMIMEType
    #else
    table[suffix]
    #endif
  }

  /// The table of the first file that there is.
  private static let table: [String: String] = {
    for (path, read) in [("/etc/mime.types", mimeTypes), ("/usr/share/mime/globs2", globs)] {
      if let text = try? String(contentsOfFile: path, encoding: .utf8) { return read(text) }
    }
    return [:]
  }()

  /// Reads `mime.types`: lines with a type and its extensions.
  static func mimeTypes(_ text: String) -> [String: String] {
    var table: [String: String] = [:]
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace).map(String.init)
      for suffix in words.dropFirst() where table[suffix.lowercased()] == nil {
        table[suffix.lowercased()] = words[0].lowercased()
      }
    }
    return table
  }

  /// Reads `globs2` of shared-mime-info: lines such as `50:image/png:*.png`, the most important first.
  static func globs(_ text: String) -> [String: String] {
    var table: [String: String] = [:]
    for line in text.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
      let parts = line.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count >= 3, parts[2].hasPrefix("*.") else { continue }
      let suffix = parts[2].dropFirst(2).lowercased()
      // A pattern with other marks is no extension.
      guard !suffix.contains(where: { "*?[.".contains($0) }), table[suffix] == nil else { continue }
      table[suffix] = parts[1].lowercased()
    }
    return table
  }
}
