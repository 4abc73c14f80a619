import Foundation

/// The character encoding of an HTML document.
///
/// Browsers look for a `meta` element with the encoding in the first 1,024 bytes. The inserted script is longer than
/// that, so the server states the encoding in the header.
enum DocumentEncoding {
  /// Returns the value of `Content-Type` for HTML with an inserted script; nil if no script can be inserted, because the
  /// encoding does not contain ASCII.
  /// - Parameter type: the value without the script.
  static func contentType(_ type: String, of html: Data) -> String? {
    if html.starts(with: [0xFE, 0xFF]) || html.starts(with: [0xFF, 0xFE]) { return nil }
    if html.starts(with: [0xEF, 0xBB, 0xBF]) { return "text/html; charset=utf-8" }
    let parameters = type.split(separator: ";").dropFirst().map { $0.trimmingCharacters(in: .whitespaces) }
    if let charset = parameters.first(where: { $0.lowercased().hasPrefix("charset=") }) {
      return charset.lowercased().contains("utf-16") ? nil : type
    }
    guard let declared = declared(in: html.prefix(1024)) else { return type }
    // The declaration was found by reading the document as ASCII, so the document cannot be in UTF-16. Browsers then use
    // UTF-8.
    return "text/html; charset=\(declared.lowercased().hasPrefix("utf-16") ? "utf-8" : declared)"
  }

  /// Returns the encoding that a `meta` element declares.
  private static func declared(in start: Data) -> String? {
    let text = String(decoding: start, as: Unicode.ASCII.self).lowercased()
    guard let meta = text.range(of: "<meta"),
      let key = text.range(of: "charset", range: meta.upperBound..<text.endIndex)
    else { return nil }
    let value = text[key.upperBound...].drop { $0 == " " || $0 == "=" || $0 == "\"" || $0 == "'" }
    let name = value.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "-_:.".contains($0)) }
    return name.isEmpty ? nil : String(name)
  }
}
