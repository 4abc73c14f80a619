#if !INJECTION_ALONE
import CausewayHTTP
#endif

/// The kind of a document into which a script can be inserted.
enum DocumentKind: Hashable {
  case html
  /// XHTML or SVG. Other XML gets no script, because browsers show XML without known elements as a tree of its source.
  case xml

  /// Returns the kind of a media type; nil for another type.
  init?(_ type: MediaType) {
    switch type.essence {
    case "text/html": self = .html
    case "application/xhtml+xml", "image/svg+xml": self = .xml
    default: return nil
    }
  }

  /// Whether browsers look at the content to find out its type ("rules for identifying an unknown MIME type" of the MIME
  /// Sniffing Standard).
  static func isUnknown(_ type: MediaType) -> Bool {
    ["", "unknown/unknown", "application/unknown", "*/*"].contains(type.essence)
  }

  /// Returns whether content without a type is HTML (the patterns of the same rules).
  static func looksLikeHTML(_ start: some Collection<UInt8>) -> Bool {
    let text = start.drop(while: \.isHTMLSpace)
    if text.starts(with: "<!--".utf8) { return true }
    return tags.contains { tag in
      let end = text.dropFirst(tag.utf8.count).first
      return (end == UInt8(ascii: " ") || end == UInt8(ascii: ">"))
        && text.prefix(tag.utf8.count).map(\.lowercased).elementsEqual(tag.utf8)
    }
  }

  private static let tags = [
    "<!doctype html", "<html", "<head", "<script", "<iframe", "<h1", "<div", "<font", "<table", "<a", "<style",
    "<title", "<b", "<body", "<br", "<p",
  ]
}
