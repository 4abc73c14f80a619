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

  /// Called with the names of each file before it is read.
  var onFile: (@MainActor ([String]) -> Void)?

  init(_ folder: URL, isSinglePage: Bool, documents: BrowserDocuments) throws {
    files = try StaticFiles(folder: folder, isSinglePage: isSinglePage)
    self.documents = documents
  }

  func answer(_ request: HTTPRequest) async -> HTTPResponse {
    let placement = documents.placement(of: request)
    var request = request
    // The browser must not show a document from its cache, because each load needs a token of its own, and the script
    // changes the positions of its bytes.
    if placement != nil { request.fields.removeAll { Self.conditional.contains($0.name.lowercased()) } }
    for names in files.names(for: request) { onFile?(names) }
    var response = await files.answer(request)
    let isDocument = DocumentKind(MediaType(response[field: "Content-Type"] ?? "")) != nil
    let fields = response.fields.map { HTTPField($0.name, $0.value) }
    (response.fields, response.forwardedFields) = ([], isDocument ? DocumentFields.uncached(fields) : fields)
    guard response.status == 200, let placement else { return response }
    response.stream = Self.stream(response)
    do {
      return try await documents.connect(response, to: request, placement, isDecoded: false)
    } catch {
      return .noAnswer  // the client has gone, or the file has become shorter
    }
  }

  /// The fields that are removed from requests for documents.
  private static let conditional: Set = ["if-match", "if-none-match", "if-range", "range"]

  /// The maximum part of a file that is read at once, in bytes.
  private nonisolated static let part = 256 << 10

  /// Returns the body of an answer in parts.
  private static func stream(_ response: HTTPResponse) -> BodyStream {
    let position = Position()
    guard let file = response.file else {
      let body = response.body
      return BodyStream(length: body.count) { position.take(body.count, of: body.count).map { _ in body } }
    }
    return BodyStream(length: file.size) {
      guard let range = position.take(part, of: file.size) else { return nil }
      return file.read(upTo: range.count, at: range.lowerBound)
    }
  }

  /// A position in a body.
  private final class Position: @unchecked Sendable {  // the lock protects the offset
    private let lock = NSLock()
    private var offset = 0

    /// Moves on, and returns the range of the next part; nil at the end.
    func take(_ count: Int, of size: Int) -> Range<Int>? {
      lock.withLock {
        guard offset < size else { return nil }
        defer { offset = min(size, offset + count) }
        return offset..<min(size, offset + count)
      }
    }
  }
}
