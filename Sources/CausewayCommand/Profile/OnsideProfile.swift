import Causeway
import Foundation
import OnsideCore
import OnsideTesting

/// The profile's part for Onside: the shop, and the customer's actions.
struct OnsideProfile: Hashable {
  /// The result of a login.
  enum Login: String, CaseIterable {
    case succeed
    case discard
  }

  /// The result of a payment.
  enum Payment: String, CaseIterable {
    case approve
    case cancel
    /// The payment sheet cannot be shown.
    case fail
  }

  /// The error with which the store answers every request.
  enum StoreError: String, CaseIterable {
    case cancelled
    case connectionError
    case appNotRegistered
    case invalidProductIdentifier
    case serviceUnavailable
    case internalError
  }

  /// The source of the products; nil if nothing is sold.
  var productSource: OnsideProductSource?
  /// The country of the storefront; nil for the catalog's default country.
  var storefront: StorefrontCountry?
  /// The result of a login; nil for the result that fits the profile's `answer`.
  var login: Login?
  /// The result of a payment; nil for the result that fits the profile's `answer`.
  var payment: Payment?
  /// Whether a customer is logged in at the start; nil to keep the login of the last run.
  var isLoggedIn: Bool?
  /// The URL of the page from which the customer came; nil if unknown.
  var refererUrl: URL?
  /// The error with which the store answers; nil if the store works.
  var error: StoreError?
  /// The origins that the shop serves; nil for the origins of `--allow` or, without that option, for every origin that
  /// is not opaque.
  var allowedOrigins: Set<Origin>?

  init() {}

  init(_ reader: inout ProfileReader) throws {
    productSource = try OnsideProductSource(&reader)
    storefront = try reader.string("storefront", as: "a three-letter country code, such as \"DEU\"") {
      StorefrontCountry($0)
    }
    login = try reader.choice("login", Login.self)
    payment = try reader.choice("payment", Payment.self)
    isLoggedIn = try reader.bool("loggedIn")
    refererUrl = try reader.string("refererUrl", as: "a URL, such as \"https://example.com/article\"") { text in
      URL(string: text).flatMap { $0.scheme == nil ? nil : $0 }
    }
    error = try reader.choice("error", StoreError.self)
    allowedOrigins = try reader.origins("allowedOrigins")
    if case .network? = productSource {
      try reader.only(
        "catalog",
        with: [
          "storefront": storefront != nil, "refererUrl": refererUrl != nil, "error": error != nil,
        ])
    }
  }
}
