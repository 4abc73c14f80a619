import Foundation

/// The body of an answer that is sent as it is made.
package struct BodyStream: Sendable {
  /// The number of bytes; nil if it is not known.
  package var length: Int?
  /// Returns the next part of the body; nil at its end. The next call follows when the connection has room.
  ///
  /// If the closure throws, or if the body does not have ``length`` bytes, the connection is closed, so that the client does not
  /// mistake a part for the whole. The task is cancelled when the connection ends.
  package var next: @Sendable () async throws -> Data?

  package init(length: Int? = nil, next: @escaping @Sendable () async throws -> Data?) {
    self.length = length
    self.next = next
  }
}
