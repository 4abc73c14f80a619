import Foundation

/// The body of an answer, which is read while it arrives. The transfer ends when this object is released.
package final class HTTPAnswerBody: Sendable {
  private let load: HTTPLoad
  private let transfers: HTTPTransfers

  init(_ load: HTTPLoad, _ transfers: HTTPTransfers) {
    self.load = load
    self.transfers = transfers
  }

  deinit { transfers.cancel(load) }

  /// Waits for the next part. One task at a time calls this method.
  /// - Returns: all bytes that have arrived; nil at the end of the body.
  /// - Throws: ``HTTPLoader/Failure`` if the body is not complete, or if the task is cancelled.
  package func next() async throws(HTTPLoader.Failure) -> Data? { try await load.stream?.next() }
}
