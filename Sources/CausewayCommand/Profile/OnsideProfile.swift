import Causeway
import Foundation
import OnsideCore

/// The profile's part for Onside: the shop, and what its customer does.
struct OnsideProfile: Hashable {
  /// How a login ends.
  enum Login: String, CaseIterable {
    case succeed
    case discard
  }

  /// How a payment ends.
  enum Payment: String, CaseIterable {
    case approve
    case cancel
    /// The sheet cannot be shown.
    case fail
  }

  /// How the store fails whatever it is asked.
  enum StoreError: String, CaseIterable {
    case cancelled
    case connectionError
    case appNotRegistered
    case invalidProductIdentifier
    case serviceUnavailable
    case internalError
  }

  /// What is sold; nil for nothing.
  var goods: OnsideGoods?
  /// The country of the shop; nil for the catalogue's.
  var storefront: StorefrontCountry?
  /// Nil for what the profile's `answer` says.
  var login: Login?
  /// Nil for what the profile's `answer` says.
  var payment: Payment?
  /// Whether somebody is logged in at the start; nil for whoever was the last time.
  var isLoggedIn: Bool?
  /// Where the customer came from.
  var refererUrl: URL?
  /// Nil for a store that works.
  var error: StoreError?
  /// The origins that are served; nil for those of `--allow`, or every one that has a name.
  var allowedOrigins: Set<Origin>?

  init() {}

  init(_ reader: inout ProfileReader) throws {
    goods = try OnsideGoods(&reader)
    storefront = try reader.string("storefront", as: "a country's code of three letters, such as \"DEU\"") {
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
    if case .network? = goods {
      try reader.only(
        "catalog",
        with: [
          "storefront": storefront != nil, "refererUrl": refererUrl != nil, "error": error != nil,
        ])
    }
  }
}
