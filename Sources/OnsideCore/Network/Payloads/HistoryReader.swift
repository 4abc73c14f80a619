import CausewayJSON
import CausewayTransport
import Foundation

/// The reader of the signed history: a compact JWS, RFC 7515 section 7.1.
enum HistoryReader {
  /// Returns the unchanged body if it has the form of a compact JWS: three non-empty parts in base64url without
  /// padding.
  static func read(_ answer: HTTPAnswer) throws(OnsideServiceError) -> OnsideSignedInAppsHistory {
    let parts = answer.body.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3,
      parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.isASCIIAlphanumeric || "-_".utf8.contains($0) } })
    else {
      throw .internalError("the store's answer cannot be read: it is not a signed history")
    }
    return OnsideSignedInAppsHistory(data: answer.body)
  }
}
