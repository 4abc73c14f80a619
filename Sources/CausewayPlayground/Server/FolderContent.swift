import CausewayHTTP
import CausewayTransport
import Foundation

/// A source of pages, which answers the requests for them.
@MainActor protocol PageContent: AnyObject {
  func answer(_ request: HTTPRequest) async -> HTTPResponse
}

/// The pages of a folder. Nothing outside the folder is served, not even through a symbolic link.
@MainActor final class FolderContent: PageContent {
  private let files: StaticFiles
  private let documents: BrowserDocuments

  init(_ folder: URL, documents: BrowserDocuments) throws {
    files = try StaticFiles(folder: folder)
    self.documents = documents
  }

  func answer(_ request: HTTPRequest) async -> HTTPResponse {
    guard PercentCoding.segments(String(request.encodedPath)) != nil else {
      return .text(400, "The path is not valid.\n")
    }
    let placement = documents.placement(of: request)
    var request = request
    // The browser must not show a document from its cache, because each load needs a token of its own.
    if placement != nil { request.fields.removeAll { $0.name.caseInsensitiveCompare("If-None-Match") == .orderedSame } }
    var response = await files.answer(request)
    guard response[field: "Content-Type"]?.hasPrefix("text/html") == true else { return response }
    let fields = DocumentFields.uncached(response.fields.map { HTTPField($0.name, $0.value) })
    guard response.status == 200, let placement else {
      (response.fields, response.forwardedFields) = ([], fields)
      return response
    }
    let html = response.file.map { $0.read(upTo: $0.size, at: 0) } ?? response.body
    return documents.answer(request, 200, fields, html, placement: placement)
  }
}
