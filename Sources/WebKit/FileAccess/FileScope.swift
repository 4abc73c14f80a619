/// The set of files that a page may read, which can be written as rules for WebKit's content filter.
///
/// The filter compares URLs as text, after WebKit has removed `.` and `..` from them.
struct FileScope: Equatable {
  /// The scope of all files that the app can read.
  static let everything = FileScope()

  /// Regular expressions for the URLs that are allowed; nil for all URLs.
  private let patterns: [String]?

  private init() {
    patterns = nil
  }

  /// Creates the scope of the page's own file, plus one file or everything below one directory.
  init(document: URL, readable: URL) {
    let document = document.standardized
    let readable = readable.standardized
    var isDirectory: ObjCBool = false
    let isThere = FileManager.default.fileExists(atPath: readable.path, isDirectory: &isDirectory)
    let isFolder = isThere ? isDirectory.boolValue : readable.hasDirectoryPath
    patterns =
      Self.exactly(document)
      + (isFolder ? Self.spellings(of: readable, in: document).map { "^" + Self.escape($0) } : Self.exactly(readable))
  }

  /// Returns the rules as JSON text for WebKit's compiler; nil if the scope needs no rules.
  ///
  /// - Parameter page: the URL of a page that is exempt from the rules while it is in the main frame; nil for none.
  func rules(exceptFor page: URL?) throws -> Data? {
    guard let patterns else { return nil }
    let exempt = page.map { "^" + Self.escape($0.absoluteString) }.map { [$0 + "$", $0 + "#"] }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return try encoder.encode(
      [Rule("^file:", .block, unlessTop: exempt)] + patterns.map { Rule($0, .allow) }
        // Block a percent-encoded slash or NUL. It is part of a name, but later code might decode it and reach another
        // file.
        + ["%2f", "%00"].map { Rule("^file:[^?#]*" + $0, .block, isCaseSensitive: false, unlessTop: exempt) })
  }

  /// Returns regular expressions that match one file, with any query and fragment.
  private static func exactly(_ url: URL) -> [String] {
    let text = "^" + escape(String(url.absoluteString.prefix { !"?#".contains($0) }))
    return [text + "$", text + "[?#]"]
  }

  /// Returns the URLs by which a directory may be addressed: names can be percent-encoded in several ways, and the
  /// page's relative URLs use the encoding of the page's URL.
  private static func spellings(of directory: URL, in document: URL) -> Set<String> {
    let own = directory.absoluteString
    var spellings: Set = [
      own.hasSuffix("/") ? own : own + "/", URL(fileURLWithPath: directory.path, isDirectory: true).absoluteString,
    ]
    let count = directory.pathComponents.count
    // Compare bytes, because names of different folders can be equal as Unicode.
    let isBelow = document.pathComponents.starts(with: directory.pathComponents) { $0.utf8.elementsEqual($1.utf8) }
    if document.pathComponents.count > count, isBelow {
      let parts = document.absoluteString.split(separator: "/", omittingEmptySubsequences: false)
      spellings.insert(parts.prefix(count + 2).joined(separator: "/") + "/")
    }
    return spellings
  }

  /// Returns a regular expression that matches `text` literally.
  private static func escape(_ text: String) -> String {
    text.map { "\\^$.|?*+()[]{}".contains($0) ? "\\\($0)" : "\($0)" }.joined()
  }
}

/// A rule of WebKit's content filter. Later rules take precedence.
private struct Rule: Encodable {
  enum Kind: String, Encodable {
    case block
    case allow = "ignore-previous-rules"
  }

  private struct Trigger: Encodable {
    let pattern: String
    let isCaseSensitive: Bool
    let exemptPages: [String]?
    let isPageCaseSensitive: Bool?

    enum CodingKeys: String, CodingKey {
      case pattern = "url-filter"
      case isCaseSensitive = "url-filter-is-case-sensitive"
      case exemptPages = "unless-top-url"
      case isPageCaseSensitive = "top-url-filter-is-case-sensitive"
    }
  }

  private struct Action: Encodable {
    let type: Kind
  }

  private let trigger: Trigger
  private let action: Action

  init(_ pattern: String, _ kind: Kind, isCaseSensitive: Bool = true, unlessTop exempt: [String]? = nil) {
    trigger = Trigger(
      pattern: pattern, isCaseSensitive: isCaseSensitive, exemptPages: exempt,
      isPageCaseSensitive: exempt.map { _ in true })
    action = Action(type: kind)
  }
}
