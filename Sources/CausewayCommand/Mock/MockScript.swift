import Causeway
import CausewayJSON
import CausewayTool
import CausewayWebKit
import Foundation
import WebKit

/// The module of `--mock`, whose functions answer pages in place of an app. It runs in a hidden web view, and is loaded
/// again after its file, or a file that it imports, has changed.
@MainActor final class MockScript {
  /// The kinds of functions.
  enum Kind: String {
    case call
    case upload
  }

  /// The values or the bytes of an upload.
  enum Source {
    case values(AsyncThrowingMapSequence<PageValues<JSONValue>, JSONValue>)
    case pieces(PageValues<Bytes>)
  }

  /// A request of a page.
  struct Request {
    let name: String
    let parameters: JSONValue
    /// The bytes that the page sent with the parameters; nil if there are none.
    var bytes: Bytes?
    var source: Source?
  }

  private let file: URL
  /// Receives the events that the mock sends to pages.
  var onEvent: @MainActor (_ name: String, _ data: JSONValue?) -> Void = { _, _ in }
  /// The task that loads the module, or that has loaded it; nil before the first load.
  private var loading: Task<MockDocument, any Error>?
  private var current: MockDocument?
  /// The document of ``loading``.
  private var latest: MockDocument?

  init(_ file: URL) {
    self.file = file
  }

  /// The name of the file, for texts.
  var name: String { file.lastPathComponent }

  /// Loads the module for the first time. Returns the names of its functions.
  func load() async throws -> Set<String> { try await document().names }

  /// Returns whether the module has a function. False before the module is loaded.
  func has(_ function: String) -> Bool { current?.names.contains(function) == true }

  /// Calls a function. Throws ``MockError`` or ``MockFailure`` if it fails.
  /// - Parameter read: converts the answer; throws ``MockFailure`` if the contract does not allow the answer.
  func answer<Answer>(
    _ kind: Kind, _ request: Request, onProgress: @escaping @MainActor (JSONValue) -> Void,
    read: @MainActor (MockAnswer) throws -> Answer
  ) async throws -> Answer {
    let document = try await document(for: request)
    return try await complaining {
      try read(try await document.answer(kind, request, onProgress: onProgress))
    }
  }

  /// Calls a function that answers with a stream.
  /// - Parameter read: converts an element; throws ``MockFailure`` if the contract does not allow the element.
  func answers<Answer: Sendable>(
    _ request: Request, read: @escaping @Sendable (MockAnswer) throws -> Answer
  ) async throws -> AsyncThrowingMapSequence<PageValues<JSONValue>, Answer> {
    let document = try await document(for: request)
    let values = try document.values(request)
    return values.map { [self] value in
      try await complaining { try read(MockAnswer(value, of: request.name)) }
    }
  }

  /// Prints a mistake of the mock.
  func complain(_ text: String) { StandardError.print("\(name): \(text)") }

  /// Prints the failures of the mock, because the page may hide them.
  private func complaining<Result>(_ work: @MainActor () async throws -> Result) async throws -> Result {
    do {
      return try await work()
    } catch let error as MockFailure {
      complain("\(error)")
      throw error
    }
  }

  private func document(for request: Request) async throws -> MockDocument {
    try await complaining {
      let document = try await document()
      guard document.names.contains(request.name) else {
        throw MockFailure("the mock has no function \"\(request.name)\"")
      }
      return document
    }
  }

  /// Returns the document of the module, which is made again if one of its files has changed.
  private func document() async throws -> MockDocument {
    let isOutdated = latest.map { $0.hasChanges || ($0 === current && $0.isClosed) } ?? true
    if isOutdated {
      if loading != nil { StandardError.print("\(name): loaded again") }
      let document = MockDocument(file, onEvent: onEvent)
      latest = document
      loading = Task {
        try await document.load()
        return document
      }
    }
    guard let loading else { preconditionFailure("the module is loaded or being loaded") }
    let document = try await loading.value
    current = document
    return document
  }
}
