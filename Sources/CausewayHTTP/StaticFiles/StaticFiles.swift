import Foundation

/// A handler that answers requests with the files of a folder.
///
/// A subfolder is answered with its `index.html`, never with a listing. Names that begin with a dot are hidden, except
/// `.well-known`, and so are all symbolic links.
package struct StaticFiles: Sendable {
  private let folder: OpenFolder

  /// Opens the folder.
  /// - Throws: ``POSIXError`` if the folder cannot be opened.
  package init(folder: URL) throws(POSIXError) {
    self.folder = try OpenFolder(folder.path)
  }

  /// Answers a request with the file at its path.
  package func answer(_ request: HTTPRequest) async -> HTTPResponse {
    guard ["GET", "HEAD"].contains(request.method) else {
      return .text(405, "Files support only GET and HEAD.\n", fields: [("Allow", "GET, HEAD")])
    }
    let isFolder = request.path.isEmpty || request.path.last == ""
    let names = request.path.dropLast(request.path.last == "" ? 1 : 0) + (isFolder ? ["index.html"] : [])
    guard names.allSatisfy(Self.isName) else { return notFound }
    switch folder.read(Array(names)) {
    case .file(let file): return answer(file, named: names.last ?? "", to: request)
    case .folder:
      // Without the slash at the end, relative URLs in the folder's index would be resolved against the wrong folder.
      let path = request.path.map { "/" + PercentCoding.encoded($0) }.joined()
      return HTTPResponse(308, fields: [("Location", path + "/")])
    case .busy:
      return .text(503, "The server has too many files open; try again later.\n", fields: [("Retry-After", "1")])
    case nil: return notFound
    }
  }

  private func answer(_ file: OpenFolder.File, named name: String, to request: HTTPRequest) -> HTTPResponse {
    let fields = [(name: "ETag", value: file.tag), (name: "Cache-Control", value: "no-cache")]
    if let known = request[field: "If-None-Match"], Self.list(known, contains: file.tag) {
      return HTTPResponse(304, fields: fields)
    }
    switch file.content {
    case .bytes(let bytes): return HTTPResponse(200, ContentType.of(name), bytes, fields: fields)
    case .parts(let parts): return HTTPResponse(200, ContentType.of(name), parts, fields: fields)
    }
  }

  private var notFound: HTTPResponse { .text(404, "There is nothing at this address.\n") }

  /// Returns whether a segment may be the name of a file. The method compares bytes, because a slash with a combining
  /// mark is one `Character` that is not equal to a slash.
  private static func isName(_ segment: String) -> Bool {
    let bytes = segment.utf8
    guard let first = bytes.first, !bytes.contains(UInt8(ascii: "/")) else { return false }
    return first != UInt8(ascii: ".") || segment == ".well-known"
  }

  /// Returns whether the list of `If-None-Match` contains a tag (RFC 9110 section 13.1.2). `W/` before a tag is
  /// ignored.
  private static func list(_ list: String, contains tag: String) -> Bool {
    list.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      .contains { $0 == "*" || $0 == tag || $0 == "W/" + tag }
  }
}
