import CausewayJOSE
import Foundation

/// The signature of an event's delivery, in the form of the Standard Webhooks specification
/// (https://www.standardwebhooks.com), for which most languages have a library.
///
/// The fields `webhook-id`, `webhook-timestamp` (seconds since 1970, the time of this delivery) and `webhook-signature`
/// belong to each delivery. The signature is `v1,` and the base64 of the HMAC-SHA-256 of `ID.TIMESTAMP.BODY`. With
/// several secrets there are several signatures, separated by spaces, so that a receiver can change its secret.
package enum EventSignature {
  /// The minimum length of a secret, in bytes: that of the HMAC's result.
  package static let minimumBytes = 32

  /// Returns the header fields of a delivery.
  package static func fields(
    id: String, at date: Date, body: [UInt8], secrets: [SigningKey]
  ) throws(SigningKeyError) -> [String: String] {
    let timestamp = "\(Int64(date.timeIntervalSince1970))"
    let signed = Array("\(id).\(timestamp).".utf8) + body
    var signatures: [String] = []
    for secret in secrets { signatures.append("v1,\(Data(try secret.signature(of: signed)).base64EncodedString())") }
    return [
      "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures.joined(separator: " "),
    ]
  }
}
