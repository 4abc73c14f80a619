import Foundation
import OnsideCore
import OnsideTesting

/// A StoreKit configuration file as Xcode saves it, with a product of every kind.
enum Shop {
  /// The error of a replacement whose text is missing in the file, or occurs there several times.
  struct NotOnce: Error {
    let text: String
  }

  /// Returns the file with some texts replaced. Each replaced text must be in the file exactly once.
  static func text(replacing changes: [String: String] = [:]) throws -> String {
    var text = file
    for (old, new) in changes.sorted(by: { $0.key < $1.key }) {
      guard text.components(separatedBy: old).count == 2 else { throw NotOnce(text: old) }
      text = text.replacingOccurrences(of: old, with: new)
    }
    return text
  }

  static func configuration(replacing changes: [String: String] = [:]) throws -> StoreKitConfiguration {
    try StoreKitConfiguration(parsing: Array(text(replacing: changes).utf8), file: "shop.storekit")
  }

  /// Returns the file's catalog with some texts replaced.
  ///
  /// - Parameter languages: the user's preferred languages.
  static func catalog(replacing changes: [String: String] = [:], languages: [String] = []) throws -> Catalog {
    Catalog(try configuration(replacing: changes), preferredLanguages: languages)
  }

  /// Returns a catalog with these settings and the `_storefront` NLD.
  static func catalog(settings: String, languages: [String] = []) throws -> Catalog {
    try catalog(replacing: [#""_timeRate" : 0"#: settings], languages: languages)
  }

  private static let file = #"""
    {
      "appPolicies" : {
        "eula" : "",
        "policies" : [
          { "locale" : "en_US", "policyText" : "", "policyURL" : "" }
        ]
      },
      "identifier" : "4E1D9C07",
      "nonRenewingSubscriptions" : [
        {
          "displayPrice" : "12",
          "familyShareable" : false,
          "internalID" : "6B0D1F42",
          "localizations" : [
            { "description" : "All of the season", "displayName" : "Season pass", "locale" : "en_US" }
          ],
          "productID" : "shop.season",
          "referenceName" : "Season",
          "type" : "NonRenewingSubscription"
        }
      ],
      "products" : [
        {
          "displayPrice" : "0.99",
          "familyShareable" : false,
          "internalID" : "1C6E2A10",
          "localizations" : [
            { "description" : "A hundred coins", "displayName" : "100 coins", "locale" : "en_US" },
            { "description" : "Honderd munten", "displayName" : "100 munten", "locale" : "nl" },
            { "description" : "Hundert Münzen", "displayName" : "100 Münzen", "locale" : "de_DE" },
            { "description" : "Hundert Münzli", "displayName" : "100 Münzli", "locale" : "de_CH" }
          ],
          "productID" : "shop.coins.100",
          "referenceName" : "Coins 100",
          "type" : "Consumable"
        },
        {
          "displayPrice" : "4.99",
          "familyShareable" : true,
          "internalID" : "2D7F3B21",
          "localizations" : [
          ],
          "productID" : "shop.remove-ads",
          "referenceName" : "Remove ads",
          "type" : "NonConsumable"
        }
      ],
      "settings" : {
        "_applicationInternalID" : "1234567890",
        "_failTransactionsEnabled" : false,
        "_storeKitErrors" : [
          { "current" : null, "enabled" : false, "name" : "Load Products" },
          { "current" : null, "enabled" : false, "name" : "Purchase" },
          { "current" : null, "enabled" : false, "name" : "App Store Sync" }
        ],
        "_storefront" : "NLD",
        "_timeRate" : 0
      },
      "subscriptionGroups" : [
        {
          "id" : "21A0F00D",
          "localizations" : [
          ],
          "name" : "Club",
          "subscriptions" : [
            {
              "adHocOffers" : [
                {
                  "displayPrice" : "1.49",
                  "internalID" : "90AB12CD",
                  "numberOfPeriods" : 3,
                  "offerID" : "come-back",
                  "paymentMode" : "payAsYouGo",
                  "referenceName" : "Come back",
                  "subscriptionPeriod" : "P2M"
                },
                {
                  "displayPrice" : "9.99",
                  "internalID" : "90AB12CE",
                  "numberOfPeriods" : 1,
                  "offerID" : "stay",
                  "paymentMode" : "payUpFront",
                  "referenceName" : "Stay",
                  "subscriptionPeriod" : "P1Y"
                }
              ],
              "codeOffers" : [
              ],
              "displayPrice" : "2.99",
              "familyShareable" : false,
              "groupNumber" : 1,
              "internalID" : "3E804C32",
              "introductoryOffer" : {
                "internalID" : "77AA55EE",
                "numberOfPeriods" : 1,
                "paymentMode" : "free",
                "subscriptionPeriod" : "P3D"
              },
              "localizations" : [
                { "description" : "Every month", "displayName" : "Club", "locale" : "en_US" }
              ],
              "productID" : "shop.club.month",
              "recurringSubscriptionPeriod" : "P1M",
              "referenceName" : "Club by the month",
              "subscriptionGroupID" : "21A0F00D",
              "type" : "RecurringSubscription",
              "winbackOffers" : [
              ]
            },
            {
              "adHocOffers" : [
              ],
              "codeOffers" : [
              ],
              "displayPrice" : "24.99",
              "familyShareable" : false,
              "groupNumber" : 2,
              "internalID" : "4F915D43",
              "introductoryOffer" : null,
              "localizations" : [
              ],
              "productID" : "shop.club.year",
              "recurringSubscriptionPeriod" : "P1Y",
              "referenceName" : null,
              "subscriptionGroupID" : "21A0F00D",
              "type" : "RecurringSubscription",
              "winbackOffers" : [
              ]
            }
          ]
        }
      ],
      "version" : {
        "major" : 4,
        "minor" : 0
      }
    }

    """#
}
