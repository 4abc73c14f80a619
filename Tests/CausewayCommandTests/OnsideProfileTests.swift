#if os(Linux)
import ProgramTestSupport
import Causeway
import Foundation
import OnsideCore
import Testing

@testable import CausewayCommand

@Suite("The part of a profile for Onside") struct OnsideProfileTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func onside(_ part: String) throws -> OnsideProfile {
    try Profile(contentsOf: try folder.write("profile.json", #"{"onside": \#(part)}"#)).onside
  }

  @Test func everyKeyIsOptional() throws {
    #expect(try onside("{}") == OnsideProfile())
    #expect(try Profile(contentsOf: try folder.write("profile.json", "{}")).onside == OnsideProfile())
  }

  @Test func everyKeyIsRead() throws {
    let profile = try onside(
      """
      {"catalog": "goods/shop.storekit", "storefront": "FRA", "login": "discard", "payment": "fail",
       "loggedIn": false, "refererUrl": "https://example.com/a?b", "error": "serviceUnavailable",
       "allowedOrigins": ["https://shop.example", "causeway://page.localhost"]}
      """)
    // A relative path begins at the profile's folder.
    #expect(profile.productSource == .catalog(URL(fileURLWithPath: folder.path("goods/shop.storekit"))))
    #expect(profile.storefront?.countryCode == "FR")
    #expect(profile.login == .discard)
    #expect(profile.payment == .fail)
    #expect(profile.isLoggedIn == false)
    #expect(profile.refererUrl == URL(string: "https://example.com/a?b"))
    #expect(profile.error == .serviceUnavailable)
    #expect(
      profile.allowedOrigins
        == [Origin(scheme: "https", host: "shop.example"), Origin(scheme: "causeway", host: "page.localhost")])
  }

  @Test func aCatalogsPathMayBeginAtTheRoot() throws {
    let source = try onside(#"{"catalog": "/goods/shop.storekit"}"#).productSource
    #expect(source == .catalog(URL(fileURLWithPath: "/goods/shop.storekit")))
  }

  @Test func aStoreOverTheNetworkHasAnAddressAndAnApp() throws {
    let source = try onside(#"{"store": "http://127.0.0.1:8080", "app": "com.example.shop", "loggedIn": true}"#)
      .productSource
    let url = try #require(URL(string: "http://127.0.0.1:8080"))
    #expect(source == .network(try StoreAddress(url, app: "com.example.shop")))
  }

  @Test func everyValueOfAChoiceIsAccepted() throws {
    for login in OnsideProfile.Login.allCases {
      #expect(try onside(#"{"login": "\#(login)"}"#).login == login)
    }
    for payment in OnsideProfile.Payment.allCases {
      #expect(try onside(#"{"payment": "\#(payment)"}"#).payment == payment)
    }
    for error in OnsideProfile.StoreError.allCases {
      #expect(try onside(#"{"error": "\#(error)"}"#).error == error)
    }
    for isLoggedIn in [true, false] { #expect(try onside(#"{"loggedIn": \#(isLoggedIn)}"#).isLoggedIn == isLoggedIn) }
  }

  @Test(
    "The message for each mistake names the key and the expected value",
    arguments: [
      ("1", "onside: it must be an object"),
      (#"{"catalog": 1}"#, "onside.catalog: it must be a string"),
      (
        #"{"storefront": "Germany"}"#,
        #"onside.storefront: "Germany" is not a three-letter country code, such as "DEU""#
      ),
      (#"{"storefront": 49}"#, "onside.storefront: it must be a string"),
      (#"{"login": "fail"}"#, #"onside.login: "fail" is not one of "succeed" or "discard""#),
      (#"{"payment": "decline"}"#, #"onside.payment: "decline" is not one of "approve" or "cancel" or "fail""#),
      (#"{"loggedIn": "yes"}"#, "onside.loggedIn: it must be true or false"),
      (#"{"loggedIn": null}"#, "onside.loggedIn: it must be true or false"),
      (
        #"{"refererUrl": "example.com"}"#,
        #"onside.refererUrl: "example.com" is not a URL, such as "https://example.com/article""#
      ),
      (
        #"{"error": "timeout"}"#,
        #"onside.error: "timeout" is not one of "cancelled" or "connectionError" or "appNotRegistered" or "#
          + #""invalidProductIdentifier" or "serviceUnavailable" or "internalError""#
      ),
      (#"{"allowedOrigins": "https://shop.example"}"#, "onside.allowedOrigins: it must be an array of strings"),
      (#"{"store": "https://store.example"}"#, #"onside: "app" is missing; name an app that the "store" knows"#),
      (#"{"app": "com.example.shop"}"#, #"onside: "store" is missing; name the store that knows the "app""#),
      (
        #"{"catalog": "shop.storekit", "store": "https://store.example", "app": "com.example.shop"}"#,
        #"onside: "catalog" and "store" cannot be combined; give only one of them"#
      ),
      (
        #"{"store": "http://store.example", "app": "com.example.shop"}"#,
        "onside: http://store.example is not secure: use an https address, or a store on this machine"
      ),
      (
        #"{"store": "https://store.example", "app": "com.example.shop", "storefront": "DEU", "error": "cancelled"}"#,
        #"onside.error: this key is only allowed with "catalog""#
      ),
      (
        #"{"catalogue": "shop.storekit"}"#,
        #"onside: unknown key "onside.catalogue"; the known keys are catalog, store, app, storefront, login, payment, loggedIn, refererUrl, "#
          + "error, allowedOrigins"
      ),
    ])
  func mistakes(part: String, wanted: String) throws {
    #expect {
      try onside(part)
    } throws: { error in
      (error as? ProfileError)?.problem == wanted
    }
  }

  @Test func theErrorForAnInvalidOriginNamesIt() throws {
    #expect {
      try onside(#"{"allowedOrigins": ["https://shop.example/path"]}"#)
    } throws: { error in
      "\(error)".contains("onside.allowedOrigins: ") && "\(error)".contains("https://shop.example/path")
    }
  }
}
#endif
