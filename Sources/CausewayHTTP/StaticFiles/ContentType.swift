import Foundation

/// The content types of files, by the extensions of their names.
package enum ContentType {
  /// Returns the content type of a file name; `application/octet-stream` for an unknown extension. Text has the encoding
  /// UTF-8.
  ///
  /// The types that pages need come first, because systems know some of them under names that browsers refuse. Then
  /// comes the system's table.
  package static func of(_ name: String) -> String {
    guard let dot = name.lastIndex(of: ".") else { return unknown }
    let suffix = name[name.index(after: dot)...].lowercased()
    guard let type = known[suffix] ?? SystemTypes.type(of: suffix) else { return unknown }
    return type.hasPrefix("text/") ? type + "; charset=utf-8" : type
  }

  /// Returns the content type of a file whose beginning is known. A file that declares an encoding has this encoding:
  /// HTML with a `meta` element or an XML declaration, a style sheet with `@charset`, and both with a byte order mark.
  /// Without a declaration the encoding is UTF-8, also where browsers would guess one by the user's language.
  /// - Parameter start: reads at least the first ``EncodingPrescan/length`` bytes of the file, or all of it.
  package static func of(_ name: String, start: () -> Data) -> String {
    let type = of(name)
    let essence = MediaType(type).essence
    guard essence == "text/html" || essence == "text/css" else { return type }
    let start = start()
    let declared =
      CharacterEncoding(byteOrderMarkOf: start)
      ?? (essence == "text/html" ? EncodingPrescan.declaredEncoding(in: start) : CharacterEncoding(styleSheet: start))
    return declared.map { "\(essence); charset=\($0.name.lowercased())" } ?? type
  }

  private static let unknown = "application/octet-stream"

  private static let known = [
    "aac": "audio/aac", "apng": "image/apng", "avif": "image/avif", "bmp": "image/bmp", "cjs": "text/javascript",
    "css": "text/css", "csv": "text/csv", "flac": "audio/flac", "gif": "image/gif", "htm": "text/html",
    "html": "text/html", "ico": "image/x-icon", "jpeg": "image/jpeg", "jpg": "image/jpeg", "js": "text/javascript",
    "json": "application/json", "m4a": "audio/mp4", "m4v": "video/mp4", "map": "application/json",
    "md": "text/markdown", "mjs": "text/javascript", "mov": "video/quicktime", "mp3": "audio/mpeg", "mp4": "video/mp4",
    "oga": "audio/ogg", "ogg": "audio/ogg", "ogv": "video/ogg", "opus": "audio/ogg", "otf": "font/otf",
    "pdf": "application/pdf", "png": "image/png", "svg": "image/svg+xml", "ttf": "font/ttf", "txt": "text/plain",
    "vtt": "text/vtt", "wasm": "application/wasm", "wav": "audio/wav", "weba": "audio/webm", "webm": "video/webm",
    "webmanifest": "application/manifest+json", "webp": "image/webp", "woff": "font/woff", "woff2": "font/woff2",
    "xht": "application/xhtml+xml", "xhtml": "application/xhtml+xml", "xml": "application/xml",
  ]
}

extension CharacterEncoding {
  /// Creates the encoding that a style sheet declares ("determine the fallback encoding" of CSS Syntax); nil without a
  /// declaration.
  init?(styleSheet start: some Collection<UInt8>) {
    let rule = "@charset \""
    guard start.starts(with: rule.utf8) else { return nil }
    let rest = start.prefix(1_024).dropFirst(rule.utf8.count)
    guard let end = rest.firstIndex(of: UInt8(ascii: "\"")), rest[end...].dropFirst().first == UInt8(ascii: ";"),
      let encoding = CharacterEncoding(label: rest[..<end])
    else { return nil }
    self = encoding.isUTF16 ? .utf8 : encoding
  }
}
