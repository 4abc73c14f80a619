import Foundation

/// The answers of every server of files: over HTTP, and to a web view.
package enum FileAnswer {
  /// Returns the refusal of a request whose method files do not have; nil for `GET` and `HEAD`.
  package static func refusal(of request: HTTPRequest) -> HTTPResponse? {
    guard !["GET", "HEAD"].contains(request.method) else { return nil }
    return .text(405, "Files support only GET and HEAD.\n", fields: [("Allow", "GET, HEAD")])
  }

  /// Returns the redirect from a folder's address without a slash at its end. Otherwise relative URLs in the folder's
  /// index would be resolved against the wrong folder.
  package static func redirect(to request: HTTPRequest) -> HTTPResponse {
    let target = request.target.utf8
    let path = target.prefix { $0 != UInt8(ascii: "?") }
    let location =
      String(decoding: path, as: UTF8.self) + "/" + String(decoding: target[path.endIndex...], as: UTF8.self)
    // A folder may become a file, so the browser must not remember the redirect.
    return HTTPResponse(308, fields: [("Location", location), ("Cache-Control", "no-cache")])
  }

  /// Returns whether a request is for a document, so that `index.html` is a sensible answer to it.
  ///
  /// A browser says so in `Sec-Fetch-Dest`. Of other clients, one that accepts HTML gets it, except for a name with an
  /// extension, such as that of a picture.
  package static func isDocument(_ request: HTTPRequest) -> Bool {
    if let destination = request[field: "Sec-Fetch-Dest"] {
      return ["document", "iframe", "frame", "embed", "object", "fencedframe"].contains(destination)
    }
    let accepted = request[field: "Accept"]?.lowercased() ?? "*/*"
    let isNamed = FilePath(target: request.target)?.names.last?.contains(".") ?? true
    return !isNamed && (accepted.contains("text/html") || accepted.contains("*/*"))
  }

  /// Answers a request with a file, or with a part of it (RFC 9110 sections 13 and 14).
  package static func file(_ content: FileContent, named name: String, to request: HTTPRequest) -> HTTPResponse {
    file(OpenFolder.File(content: .parts(content), tag: content.tag ?? ""), named: name, to: request)
  }

  static func file(_ file: OpenFolder.File, named name: String, to request: HTTPRequest) -> HTTPResponse {
    let fields = [(name: "ETag", value: file.tag), (name: "Cache-Control", value: "no-cache")]
    if let expected = request[field: "If-Match"], !list(expected, contains: file.tag, allowsWeak: false) {
      return .text(412, "The file has changed.\n")
    }
    if let known = request[field: "If-None-Match"], list(known, contains: file.tag, allowsWeak: true) {
      return HTTPResponse(304, fields: fields)
    }
    let type = ContentType.of(name) { file.content.start }
    switch range(of: file, for: request) {
    case .whole: return response(200, type, file.content, fields: fields + [("Accept-Ranges", "bytes")])
    case .part(let range):
      let position = ("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(file.content.size)")
      return response(
        206, type, file.content.slice(range), fields: fields + [("Accept-Ranges", "bytes"), position])
    case .unsatisfiable:
      return .text(
        416, "The file has \(file.content.size) bytes.\n",
        fields: [("Accept-Ranges", "bytes"), ("Content-Range", "bytes */\(file.content.size)")])
    }
  }

  private static func range(of file: OpenFolder.File, for request: HTTPRequest) -> RangeAnswer {
    // The field has a meaning only for GET.
    guard request.method == "GET", let field = request[field: "Range"] else { return .whole }
    // A client that has a part of another version needs the whole file.
    if let version = request[field: "If-Range"], version != file.tag { return .whole }
    return RangeAnswer(field, size: file.content.size)
  }

  private static func response(
    _ status: Int, _ type: String, _ content: OpenFolder.Content, fields: [(name: String, value: String)]
  ) -> HTTPResponse {
    switch content {
    case .bytes(let bytes): HTTPResponse(status, type, bytes, fields: fields)
    case .parts(let parts): HTTPResponse(status, type, parts, fields: fields)
    }
  }

  /// Returns whether the list of a condition contains a tag (RFC 9110 section 13.1).
  /// - Parameter allowsWeak: whether `W/` before a tag is ignored.
  private static func list(_ list: String, contains tag: String, allowsWeak: Bool) -> Bool {
    list.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      .contains { $0 == "*" || $0 == tag || allowsWeak && $0 == "W/" + tag }
  }
}
