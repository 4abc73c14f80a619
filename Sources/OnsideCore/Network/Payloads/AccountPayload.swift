import Foundation

/// The store's answer with the payment methods of an account.
package struct PaymentMethodsPayload: Codable {
  package struct Method: Codable {
    var id: String
    var title: String
    var detail: String?
    var isDefault: Bool

    private enum CodingKeys: String, CodingKey {
      case id, title, detail
      case isDefault = "is_default"
    }

    package init(_ method: OnsidePaymentMethod) {
      id = method.id
      title = method.title
      detail = method.detail
      isDefault = method.isDefault
    }

    var method: OnsidePaymentMethod {
      OnsidePaymentMethod(id: id, title: title, detail: detail, isDefault: isDefault)
    }
  }

  var paymentMethods: [Method]

  private enum CodingKeys: String, CodingKey {
    case paymentMethods = "payment_methods"
  }

  package init(_ methods: [OnsidePaymentMethod]) {
    paymentMethods = methods.map(Method.init)
  }

  var methods: [OnsidePaymentMethod] { paymentMethods.map(\.method) }
}

/// The request body that adds a card.
struct CardPayload: Encodable, Redacted {
  var cardNumber: String
  var expiryMonth: Int
  var expiryYear: Int
  var securityCode: String

  private enum CodingKeys: String, CodingKey {
    case cardNumber = "card_number"
    case expiryMonth = "expiry_month"
    case expiryYear = "expiry_year"
    case securityCode = "security_code"
  }

  init(_ card: OnsideCard) {
    cardNumber = card.number
    expiryMonth = card.expiryMonth
    expiryYear = card.expiryYear
    securityCode = card.securityCode
  }
}

/// The store's answer about how the user came to the app.
package struct AttributionPayload: Codable {
  var refererUrl: String?

  private enum CodingKeys: String, CodingKey {
    case refererUrl = "referer_url"
  }

  package init(refererUrl: String?) {
    self.refererUrl = refererUrl
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    // Do not use `encodeIfPresent`, because the store sends an explicit null if there is no attribution.
    try container.encode(refererUrl, forKey: .refererUrl)
  }

  var metadata: OnsideAttributionMetadata {
    OnsideAttributionMetadata(refererUrl: refererUrl.flatMap { URL(string: $0) })
  }
}

/// The request body with a batch of tracked events.
struct EventsPayload: Encodable {
  struct Event: Encodable {
    var id: String
    var name: String
    var time: String
    var parameters: [String: OnsideEvent.Value]
  }

  var events: [Event]

  init(_ events: [OnsideEvent]) {
    self.events = events.map { event in
      Event(
        id: event.id.uuidString.lowercased(), name: event.name,
        time: Date.ISO8601FormatStyle(includingFractionalSeconds: true).format(event.date),
        parameters: Dictionary(event.parameters.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first }))
    }
  }
}
