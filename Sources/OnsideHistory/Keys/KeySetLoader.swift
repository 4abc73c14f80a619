import Foundation

/// Fetches the documents of key sets.
package protocol KeySetLoader: Sendable {
  /// The document at a URL, whatever the server's status. No redirect is followed.
  ///
  /// - Parameters:
  ///   - timeout: how long all of it may take.
  ///   - maximumBytes: the longest document.
  func document(
    at location: URL, timeout: Duration, maximumBytes: Int
  ) async throws(KeyFetchError) -> KeySetDocument
}

/// What a server answered to the request for a key set.
package struct KeySetDocument: Sendable {
  /// Such as 200.
  package var status: Int
  /// The key set, if the status is 200.
  package var body: Data
  /// The header field `Cache-Control`.
  package var cacheControl: String?
  /// The header field `Age`.
  package var age: String?
}
