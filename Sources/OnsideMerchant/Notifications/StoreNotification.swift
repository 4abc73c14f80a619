import CausewayJOSE
import CausewayJSON
import Foundation

/// A notification with which a store tells the backend that an order has changed.
///
/// No format of such notifications is published, so this is Causeway's own, which its sandbox store sends; this type is its
/// only description in code. A notification is a compact JWS with the media type `application/jose`, signed with a key
/// of the store's key set (RS256 or ES256), with the `typ` ``type``. Its payload is a transaction history with one more
/// member:
///
/// ```
/// {"transactions": […],
///  "notification": {"id": "UUID", "merchant_id": "…", "created_at": "RFC 3339"}}
/// ```
///
/// The transactions are the order's current state; for a subscription, those of all its orders. Notifications may
/// therefore arrive in any order: one that is repeated, or that arrives after a later one, has no effect, because the
/// transaction with the newest `fetched_at` counts. `created_at` is the time of the signature, in real time, and the
/// store makes a new signature for each delivery, so a recorded notification is soon too old to be accepted.
package struct StoreNotification: Hashable, Sendable {
  /// The header's `typ`.
  package static let type = "causeway-store-notification+jwt"
  /// The time for which a notification is accepted before and after its signature, in seconds.
  package static let window: TimeInterval = 300

  package var id: UUID
  /// The merchant to whom the store sends the notification.
  package var merchantID: String
  package var createdAt: Date
  package var history: TransactionHistory

  package init(id: UUID, merchantID: String, createdAt: Date, history: TransactionHistory) {
    self.id = id
    self.merchantID = merchantID
    self.createdAt = createdAt
    self.history = history
  }

  /// Signs the notification.
  package func signed(by key: SigningKey) throws(SigningKeyError) -> String {
    var payload = history.json.objectValue ?? [:]
    payload["notification"] = [
      "id": .string(id.uuidString.lowercased()), "merchant_id": .string(merchantID),
      "created_at": .string(RFC3339.text(createdAt)),
    ]
    return try key.sign(JSONValue.object(payload).jsonBytes, type: Self.type)
  }

  /// Reads a notification whose signature was checked.
  ///
  /// - Throws: ``NotificationError/notANotification``.
  init(_ signed: SignedHistory) throws(NotificationError) {
    guard let jws = try? JWS(parsing: signed.jws, maximumBytes: signed.jws.utf8.count), jws.header.type == Self.type,
      let part = signed.jws.split(separator: ".", omittingEmptySubsequences: false).dropFirst().first,
      let payload = try? Base64URL.decode(String(part)),
      let members = try? JSONValue(parsing: Data(payload))["notification"],
      let id = members["id"]?.stringValue.flatMap(UUID.init), let merchantID = members["merchant_id"]?.stringValue,
      let createdAt = members["created_at"]?.stringValue.flatMap(RFC3339.date)
    else { throw .notANotification }
    self.init(id: id, merchantID: merchantID, createdAt: createdAt, history: signed.history)
  }
}
