import Causeway

/// A log for mistakes of pages. It writes a limited number of lines for each document, so that no page floods the app's
/// log.
@MainActor final class PageLog {
  /// The maximum number of lines for one document.
  static let limit = 20

  private let log: @Sendable (String) -> Void
  private var document: DocumentID?
  private var count = 0

  init(_ log: @escaping @Sendable (String) -> Void) {
    self.log = log
  }

  /// Logs a line about a document in the main frame.
  func write(_ line: String, of document: DocumentID) {
    if document != self.document { (self.document, count) = (document, 0) }
    guard count <= Self.limit else { return }
    count += 1
    log(count <= Self.limit ? line : "This page makes further mistakes, which are not logged.")
  }
}
