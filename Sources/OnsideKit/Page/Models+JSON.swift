import CausewayJSON
import Foundation
import OnsideCore

// The JSON of the models for pages (section 2 of the protocol). Properties without a value are omitted.

extension OnsidePrice {
  var json: JSONValue { ["value": .number(value), "currencyCode": .string(currencyCode)] }
}

extension OnsidePeriod {
  var json: JSONValue {
    let (unit, count): (JSONValue, UInt) =
      switch self {
      case .day(let count): ("day", count)
      case .week(let count): ("week", count)
      case .month(let count): ("month", count)
      case .year(let count): ("year", count)
      }
    return ["unit": unit, "numberOfUnits": .number(Double(count))]
  }
}

extension OnsidePricePeriod {
  var json: JSONValue { ["price": price.json, "period": period.json] }
}

extension OnsideProduct {
  var json: JSONValue {
    var form: JSONObject = [
      "productIdentifier": .string(productIdentifier), "localizedTitle": .string(localizedTitle),
      "localizedDescription": .string(localizedDescription), "price": price.json,
    ]
    form["iconUrl"] = iconUrl.map { .string($0.absoluteString) }
    form["subscriptionGroupIdentifier"] = subscriptionGroupIdentifier.map { .string($0) }
    form["subscriptionPeriod"] = subscriptionPeriod?.json
    form["introductoryPrice"] = introductoryPrice?.json
    form["discountedPrice"] = discountedPrice?.json
    return .object(form)
  }
}

extension OnsideStorefront {
  var json: JSONValue { ["id": .string(id), "countryCode": .string(countryCode)] }
}

extension OnsidePayment {
  var json: JSONValue {
    var form: JSONObject = ["product": product.json]
    form["appAccountToken"] = appAccountToken.map { .string($0) }
    return .object(form)
  }
}

extension OnsidePaymentTransaction {
  var json: JSONValue {
    var form: JSONObject = [
      "id": .string(id.uuidString), "payment": payment.json, "transactionState": .string(transactionState.rawValue),
      "storefront": storefront.json,
    ]
    form["transactionIdentifier"] = transactionIdentifier.map { .string($0) }
    form["originalTransactionIdentifier"] = originalTransactionIdentifier.map { .string($0) }
    form["error"] = error?.json
    return .object(form)
  }
}

extension OnsideProductsResponse {
  var json: JSONValue {
    [
      "products": .array(products.map(\.json)),
      "invalidProductIdentifiers": .array(invalidProductIdentifiers.map { .string($0) }),
    ]
  }
}

extension OnsideAttributionMetadata {
  var json: JSONValue {
    var form = JSONObject()
    form["refererUrl"] = refererUrl.map { .string($0.absoluteString) }
    return .object(form)
  }
}

extension OnsideSignedInAppsHistory {
  var json: JSONValue {
    var form: JSONObject = ["dataBase64": .string(data.base64EncodedString())]
    form["string"] = string.map { .string($0) }
    return .object(form)
  }
}
