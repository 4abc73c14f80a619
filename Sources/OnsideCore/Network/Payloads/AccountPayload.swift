import Foundation

/// The store's answer with the payment methods of an account.
struct PaymentMethodsPayload: Decodable {
  struct Method: Decodable {
    var id: String
    var title: String
    var detail: String?
    var isDefault: Bool

    var method: OnsidePaymentMethod {
      OnsidePaymentMethod(id: id, title: title, detail: detail, isDefault: isDefault)
    }
  }

  var paymentMethods: [Method]

  var methods: [OnsidePaymentMethod] { paymentMethods.map(\.method) }
}

/// The request body that adds a card.
struct CardPayload: Encodable, Redacted {
  var cardNumber: String
  var expiryMonth: Int
  var expiryYear: Int
  var securityCode: String

  init(_ card: OnsideCard) {
    cardNumber = card.number
    expiryMonth = card.expiryMonth
    expiryYear = card.expiryYear
    securityCode = card.securityCode
  }
}

/// The store's answer about how the user came to the app.
struct AttributionPayload: Decodable {
  var refererUrl: String?

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
