import Foundation

/// A handler that answers requests with the files of a folder.
///
/// A subfolder is answered with its `index.html`, never with a listing. Names that begin with a dot are hidden, except
/// `.well-known`, and so are symbolic links that lead outside the folder.
package struct StaticFiles: Sendable {
  private let folder: OpenFolder
  private let isSinglePage: Bool

  /// Opens the folder.
  /// - Parameter isSinglePage: whether a document that does not exist is answered with the `index.html` of the folder,
  ///   for pages that change their address without loading another page.
  /// - Throws: ``POSIXError`` if the folder cannot be opened.
  package init(folder: URL, isSinglePage: Bool = false) throws(POSIXError) {
    self.folder = try OpenFolder(folder.path)
    self.isSinglePage = isSinglePage
  }

  /// Returns the files that can be the answer to a request, in the order in which they are looked for, each as the names
  /// of its folders and its own name. They may be missing.
  package func names(for request: HTTPRequest) -> [[String]] {
    guard let path = FilePath(target: request.target) else { return isSinglePage ? [Self.index] : [] }
    let file = path.isFolder ? path.names + Self.index : path.names
    guard isSinglePage, file != Self.index, FileAnswer.isDocument(request) else { return [file] }
    return [file, Self.index]
  }

  private static let index = ["index.html"]

  /// Answers a request with the file at its path.
  package func answer(_ request: HTTPRequest) async -> HTTPResponse {
    if let refusal = FileAnswer.refusal(of: request) { return refusal }
    for names in names(for: request) where names.allSatisfy(Self.isVisible) {
      switch folder.read(names) {
      case .file(let file): return FileAnswer.file(file, named: names.last ?? "", to: request)
      // A folder whose address ends with a slash has no index, or one that is a folder.
      case .folder: if names.last != Self.index[0] { return FileAnswer.redirect(to: request) }
      case .busy:
        return .text(503, "The server has too many files open; try again later.\n", fields: [("Retry-After", "1")])
      case nil: break
      }
    }
    return .text(404, "There is nothing at this address.\n")
  }

  /// Returns whether a file of this name is served.
  private static func isVisible(_ name: String) -> Bool {
    guard let first = name.utf8.first else { return false }
    return first != UInt8(ascii: ".") || name == ".well-known"
  }
}
