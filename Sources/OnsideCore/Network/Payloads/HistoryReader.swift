import Foundation

/// The reader of the signed history: a compact JWS, RFC 7515 section 7.1.
enum HistoryReader {
  /// Returns the unchanged body if it has the form of a compact JWS: three non-empty parts in base64url without
  /// padding.
  static func read(_ answer: StoreAnswer) throws(OnsideServiceError) -> OnsideSignedInAppsHistory {
    let parts = answer.body.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isOfBase64URL) }) else {
      throw .internalError("the store's answer cannot be read: it is not a signed history")
    }
    return OnsideSignedInAppsHistory(data: answer.body)
  }

  private static func isOfBase64URL(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
