import CausewayHTTP
import CausewayJSON
import OnsideCore
import OnsideTesting
import OnsideMerchant

// The JSON of answers, as the schemas of `openapi.yaml` define it. OnsideCore defines most payloads, because its client
// reads them. This file creates them from the store's types, and defines the JSON that only testers' programs read.

extension JSONValue {
  /// Creates the JSON of a payload.
  init(_ payload: some Encodable) {
    do {
      try self.init(encoding: payload)
    } catch {
      preconditionFailure("A payload contains a value that JSON cannot express: \(error)")
    }
  }
}

extension HTTPResponse {
  /// Returns a response with a payload.
  static func json(_ payload: some Encodable, status: Int = 200) -> HTTPResponse {
    json(JSONValue(payload), status: status)
  }
}

extension SandboxPurchase {
  var json: JSONValue {
    [
      "account": .string(account), "title": .string(title), "purchase": purchase.json,
      "prorated_refund": proratedRefund.map { .number(Double($0)) } ?? .null,
    ]
  }
}

extension ClockReading {
  var json: JSONValue { ["now": .string(RFC3339.text(now)), "rate": .number(rate)] }
}

extension SessionPayload {
  init(_ session: SandboxSession) {
    self.init(account: session.account, name: session.name, storefront: session.storefront)
  }
}

extension SessionTokensPayload {
  init(_ tokens: SessionTokens) {
    self.init(
      SessionPayload(tokens.session), accessToken: tokens.accessToken.text, expiresIn: tokens.expiresIn,
      refreshToken: tokens.refreshToken.text)
  }
}

extension LoginCodePayload {
  init(_ code: SentCode) {
    self.init(id: code.id, digits: LoginCodes.length, expiresIn: code.expiresIn, resendIn: code.resendIn)
  }
}

extension InboxPayload {
  init(_ messages: [InboxMessage]) {
    self.init(
      messages: messages.map { message in
        Message(
          id: message.id, to: message.address, code: message.code, sentAt: RFC3339.text(message.sent),
          expiresIn: message.expiresIn)
      })
  }
}

extension SandboxProblem {
  /// The HTTP response for the refusal.
  var response: HTTPResponse {
    let payload = ProblemPayload(
      status: code.status, title: title, code: code.rawValue, reason: reason, product: product,
      attemptsLeft: attemptsLeft, retryAfter: retryAfter)
    var fields = [(name: "Cache-Control", value: "no-store")]
    if code.status == 401 { fields.append(("WWW-Authenticate", "Bearer")) }
    if let retryAfter { fields.append(("Retry-After", "\(retryAfter)")) }
    var response = HTTPResponse.json(
      JSONValue(payload), status: code.status, contentType: "application/problem+json", fields: fields)
    response.remark = cause
    return response
  }
}
