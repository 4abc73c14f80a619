import Foundation

/// A loader of key set documents.
package protocol KeySetLoader: Sendable {
  /// Fetches the document at a URL, and returns it with any HTTP status. Does not follow redirects.
  ///
  /// - Parameters:
  ///   - timeout: the timeout of the whole fetch.
  ///   - maximumBytes: the maximum length of the document.
  func document(
    at location: URL, timeout: Duration, maximumBytes: Int
  ) async throws(KeyFetchError) -> KeySetDocument
}

/// A server's response to the request for a key set.
package struct KeySetDocument: Sendable {
  /// The HTTP status, such as 200.
  package var status: Int
  /// The key set, if the status is 200.
  package var body: Data
  /// The value of the header field `Cache-Control`; nil if the response has none.
  package var cacheControl: String?
  /// The value of the header field `Age`; nil if the response has none.
  package var age: String?
}
