import CausewayHTTP
import Foundation

/// A source of pages, which answers the requests for them.
@MainActor protocol PageContent: AnyObject {
  func answer(_ exchange: Exchange)
}

/// The pages of a folder. Nothing outside the folder is served, not even through a symbolic link.
@MainActor final class FolderContent: PageContent {
  private let files: StaticFiles
  private let documents: BrowserDocuments

  init(_ folder: URL, documents: BrowserDocuments) throws {
    files = try StaticFiles(folder: folder)
    self.documents = documents
  }

  func answer(_ exchange: Exchange) {
    guard let path = PercentCoding.segments(exchange.path) else {
      return exchange.answer(400, text: "The path is not valid.\n")
    }
    let frame = BrowserDocuments.isMainFrame(exchange)
    // The browser must not show a document from its cache, because each load needs a token of its own.
    let fields = exchange.fields.filter {
      frame == nil || $0.name.caseInsensitiveCompare("If-None-Match") != .orderedSame
    }
    let request = HTTPRequest(method: exchange.method, path: path, fields: fields)
    exchange.pause()
    Task {
      let response = await files.answer(request)
      send(response, isMainFrame: frame, on: exchange)
    }
  }

  private func send(_ response: HTTPResponse, isMainFrame: Bool?, on exchange: Exchange) {
    let hasHTML = response[field: "Content-Type"]?.hasPrefix("text/html") == true
    let fields = hasHTML ? HeaderFields.uncached(response.fields) : response.fields
    guard hasHTML, response.status == 200, let isMainFrame else {
      if let file = response.file { return send(file, response.status, fields, on: exchange) }
      return exchange.answer(response.status, fields, response.body)
    }
    let html = response.file.map { $0.read(upTo: $0.size, at: 0) } ?? response.body
    documents.answer(exchange, 200, fields, html, isMainFrame: isMainFrame)
  }

  private func send(
    _ file: FileContent, _ status: Int, _ fields: [(name: String, value: String)], on exchange: Exchange
  ) {
    var offset = 0
    exchange.answer(status, fields, length: file.size) {
      let part = file.read(upTo: min(Self.part, file.size - offset), at: offset)
      offset += part.count
      return part.isEmpty ? nil : part
    }
  }

  /// The number of bytes of a long file that are sent at once.
  private static let part = 256 << 10
}
