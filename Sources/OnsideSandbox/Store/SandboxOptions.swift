import CausewayJOSE
import Foundation
import OnsideCore

/// What a sandbox store is started with.
public struct SandboxOptions: Sendable {
  /// What it sells.
  public var catalog: Catalog
  /// Where everything durable is; made if it is missing. One process may use it at a time.
  public var folder: URL
  /// The bundle identifiers of the apps that it knows. All of them are the one merchant's.
  public var apps: Set<String>
  /// How many seconds of the store pass in a second; nil leaves it as it is, which is 1 at first.
  public var rate: Double?
  /// How long an access token is good, in seconds of real time, from 1 on.
  public var accessTokenLifetime: Int
  /// How often the Merchant API may be asked; nil for as often as anybody likes.
  public var merchantRate: RequestRate?
  /// By what the first key of a new folder signs.
  package var firstAlgorithm = JWSAlgorithm.rs256
  /// How many products a request may ask for.
  package var maximumIdentifiers = 1_000
  /// How many seconds of real time it takes until a report of transactions is processed.
  package var reportSeconds = 1.0
  /// Real time.
  package var realTime: @Sendable () -> Date

  /// Options for a store with the rest as usual.
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
