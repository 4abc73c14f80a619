import CausewayHTTP
import CausewayJSON
import OnsideCore
import OnsideMerchant
import OnsideTesting

// The JSON of answers, as the schemas of `openapi.yaml` define it.

/// A unit of a period, with its name in JSON.
enum PeriodUnit: String, CaseIterable {
  case day, week, month, year
}

extension JSONObject {
  /// Adds a member unless its value is nil.
  fileprivate mutating func add(_ key: String, _ value: JSONValue?) {
    if let value { self[key] = value }
  }
}

extension OnsidePrice {
  var json: JSONValue { ["value": .number(value), "currency_code": .string(currencyCode)] }
}

extension OnsidePeriod {
  var json: JSONValue {
    let (unit, count): (PeriodUnit, UInt) =
      switch self {
      case .day(let count): (.day, count)
      case .week(let count): (.week, count)
      case .month(let count): (.month, count)
      case .year(let count): (.year, count)
      }
    return ["unit": .string(unit.rawValue), "number_of_units": .number(Double(count))]
  }
}

extension OnsidePricePeriod {
  var json: JSONValue { ["price": price.json, "period": period.json] }
}

extension OnsideProduct {
  var json: JSONValue {
    var object: JSONObject = [
      "product_identifier": .string(productIdentifier), "localized_title": .string(localizedTitle),
      "localized_description": .string(localizedDescription), "price": price.json,
    ]
    object.add("icon_url", iconUrl.map { .string($0.absoluteString) })
    object.add("subscription_period", subscriptionPeriod?.json)
    object.add("subscription_group_identifier", subscriptionGroupIdentifier.map(JSONValue.string))
    object.add("introductory_price", introductoryPrice?.json)
    object.add("discounted_price", discountedPrice?.json)
    return .object(object)
  }
}

extension SandboxOrder {
  var json: JSONValue {
    var object: JSONObject = [
      "order_id": .string(id), "original_order_id": .string(original), "product": product.json,
    ]
    object.add("app_account_token", token.map(JSONValue.string))
    return .object(object)
  }
}

extension SandboxPurchase {
  var json: JSONValue { ["account": .string(account), "title": .string(title), "purchase": purchase.json] }
}

extension SandboxSession {
  var members: JSONObject {
    [
      "account": .string(account), "name": .string(name),
      "storefront": ["id": .string(storefront.id), "country_code": .string(storefront.countryCode)],
    ]
  }
}

extension SessionTokens {
  var json: JSONValue {
    var object = session.members
    object["access_token"] = .string(accessToken.text)
    object["expires_in"] = .number(Double(expiresIn))
    object["refresh_token"] = .string(refreshToken.text)
    return .object(object)
  }
}

extension SentCode {
  var json: JSONValue {
    [
      "id": .string(id), "digits": .number(Double(LoginCodes.length)), "expires_in": .number(Double(expiresIn)),
      "resend_in": .number(Double(resendIn)),
    ]
  }
}

extension InboxMessage {
  var json: JSONValue {
    [
      "id": .string(id), "to": .string(address), "code": .string(code), "sent_at": .string(RFC3339.text(sent)),
      "expires_in": .number(Double(expiresIn)),
    ]
  }
}

extension OnsidePaymentMethod {
  var json: JSONValue {
    var object: JSONObject = ["id": .string(id), "title": .string(title)]
    object.add("detail", detail.map(JSONValue.string))
    object["is_default"] = .bool(isDefault)
    return .object(object)
  }
}

extension ClockReading {
  var json: JSONValue { ["now": .string(RFC3339.text(now)), "rate": .number(rate)] }
}

extension SandboxProblem {
  /// The HTTP response for the refusal.
  var response: HTTPResponse {
    var object: JSONObject = [
      "status": .number(Double(code.status)), "title": .string(title), "code": .string(code.rawValue),
    ]
    object.add("reason", reason.map(JSONValue.string))
    object.add("product", product?.json)
    object.add("attempts_left", attemptsLeft.map { .number(Double($0)) })
    object.add("retry_after", retryAfter.map { .number(Double($0)) })
    var fields = [(name: "Cache-Control", value: "no-store")]
    if code.status == 401 { fields.append(("WWW-Authenticate", "Bearer")) }
    if let retryAfter { fields.append(("Retry-After", "\(retryAfter)")) }
    var response = HTTPResponse.json(
      .object(object), status: code.status, contentType: "application/problem+json", fields: fields)
    response.remark = cause
    return response
  }
}
