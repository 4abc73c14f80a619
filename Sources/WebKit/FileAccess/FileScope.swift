/// The files that a page may read, as rules for WebKit's content filter.
///
/// The filter compares URLs as text, after WebKit took `.` and `..` out of them.
struct FileScope: Equatable {
  /// All that the app reads.
  static let everything = FileScope()

  /// Patterns of the URLs that are allowed; nil for all.
  private let patterns: [String]?

  private init() {
    patterns = nil
  }

  /// The page's own file, and a file or everything below a directory.
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

  /// The rules as WebKit compiles them: a JSON text; nil if there are none.
  ///
  /// - Parameter page: the URL of a page that the rules do not hold for, if it is the main frame's; nil for none.
  func rules(exceptFor page: URL?) throws -> Data? {
    guard let patterns else { return nil }
    let exempt = page.map { "^" + Self.escape($0.absoluteString) }.map { [$0 + "$", $0 + "#"] }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return try encoder.encode(
      [Rule("^file:", .block, unlessTop: exempt)] + patterns.map { Rule($0, .allow) }
        // A slash or a zero that is encoded is part of a name, and might be taken for more further on.
        + ["%2f", "%00"].map { Rule("^file:[^?#]*" + $0, .block, isCaseSensitive: false, unlessTop: exempt) })
  }

  /// Patterns of one file, with any query and fragment.
  private static func exactly(_ url: URL) -> [String] {
    let text = "^" + escape(String(url.absoluteString.prefix { !"?#".contains($0) }))
    return [text + "$", text + "[?#]"]
  }

  /// A directory as a URL may spell it: names can be encoded in more than one way, and the page's relative URLs have the
  /// page's way.
  private static func spellings(of directory: URL, in document: URL) -> Set<String> {
    let own = directory.absoluteString
    var spellings: Set = [
      own.hasSuffix("/") ? own : own + "/", URL(fileURLWithPath: directory.path, isDirectory: true).absoluteString,
    ]
    let count = directory.pathComponents.count
    // By bytes: to Unicode two names of folders may be the same.
    let isBelow = document.pathComponents.starts(with: directory.pathComponents) { $0.utf8.elementsEqual($1.utf8) }
    if document.pathComponents.count > count, isBelow {
      let parts = document.absoluteString.split(separator: "/", omittingEmptySubsequences: false)
      spellings.insert(parts.prefix(count + 2).joined(separator: "/") + "/")
    }
    return spellings
  }

  /// A text as a pattern for itself.
  private static func escape(_ text: String) -> String {
    text.map { "\\^$.|?*+()[]{}".contains($0) ? "\\\($0)" : "\($0)" }.joined()
  }
}

/// A rule of WebKit's content filter. Later rules win.
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
