/// The files that a page may read, as rules for WebKit's content filter.
///
/// The filter compares URLs as text, after WebKit took `.` and `..` out of them.
struct FileScope: Equatable {
  /// Patterns of the URLs that are allowed.
  private let patterns: [String]

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

  /// The rules as WebKit compiles them: a JSON text.
  func rules() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return try encoder.encode(
      [Rule("^file:", .block)] + patterns.map { Rule($0, .allow) }
        // A slash or a zero that is encoded is part of a name, and might be taken for more further on.
        + ["%2f", "%00"].map { Rule("^file:[^?#]*" + $0, .block, isCaseSensitive: false) })
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
    if document.pathComponents.count > count, document.pathComponents.starts(with: directory.pathComponents) {
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

    enum CodingKeys: String, CodingKey {
      case pattern = "url-filter"
      case isCaseSensitive = "url-filter-is-case-sensitive"
    }
  }

  private struct Action: Encodable {
    let type: Kind
  }

  private let trigger: Trigger
  private let action: Action

  init(_ pattern: String, _ kind: Kind, isCaseSensitive: Bool = true) {
    trigger = Trigger(pattern: pattern, isCaseSensitive: isCaseSensitive)
    action = Action(type: kind)
  }
}
