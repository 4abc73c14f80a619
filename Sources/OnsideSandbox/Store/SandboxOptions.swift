import CausewayJOSE
import Foundation
import OnsideCore
import OnsideTesting

/// The options of a sandbox store.
public struct SandboxOptions: Sendable {
  /// The catalog of the products that the store sells.
  public var catalog: Catalog
  /// The folder of the store's files. The store creates it if it is missing. Only one process may use it at a time.
  public var folder: URL
  /// The bundle identifiers of the apps that the store knows. All of them belong to the store's one merchant.
  public var apps: Set<String>
  /// The number of seconds of store time that pass in one second of real time; nil keeps the current rate, which is
  /// initially 1.
  public var rate: Double?
  /// The lifetime of an access token, in seconds of real time; at least 1. The default is 15 minutes.
  public var accessTokenLifetime: Int
  /// The limit for requests to the Merchant API; nil for no limit.
  public var merchantRate: RequestRate?
  /// The settings for renewals whose payment fails.
  public var billingRetry = BillingRetryOptions()
  /// The URL to which the store sends notifications about changed orders, in the format that `docs/backend.md` describes;
  /// nil, the default, for none. Orders that change while this is nil cause no notifications.
  public var notificationURL: URL?
  /// Whether the store sends each notification twice, and an earlier one once more after a later one, to test a backend.
  public var disturbsNotifications = false
  /// The algorithm of the first signing key in a new folder.
  package var firstAlgorithm = JWSAlgorithm.rs256
  /// The maximum number of product identifiers in a request.
  package var maximumIdentifiers = 1_000
  /// The time until a report of transactions is processed, in seconds of real time.
  package var reportSeconds = 1.0
  /// The source of real time, which tests can replace.
  package var realTime: @Sendable () -> Date

  /// Creates options. The options that are not parameters get their defaults.
  public init(
    catalog: Catalog, folder: URL, apps: Set<String> = ["com.example.shop"], rate: Double? = nil,
    accessTokenLifetime: Int = 15 * 60, merchantRate: RequestRate? = RequestRate(perSecond: 100, burst: 200)
  ) {
    self.catalog = catalog
    self.folder = folder
    self.apps = apps
    self.rate = rate
    self.accessTokenLifetime = accessTokenLifetime
    self.merchantRate = merchantRate
    realTime = { Date() }
  }
}
