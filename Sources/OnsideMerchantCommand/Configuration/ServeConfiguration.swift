#if os(Linux)
import CausewayTool
import Foundation

/// The values of the configuration file or of the command line. A value that was not given is nil or empty.
struct ServeConfiguration {
  /// The orders for which the server asks the Merchant API.
  enum Confirm: String, CaseIterable {
    case always
    case new
    case never
  }

  /// A Secret Key ID of the Onside Manager, with the location of its secret.
  struct MerchantKey {
    let id: Setting<String>
    let secret: Setting<SecretSource>
  }

  /// A program that may send requests, with the location of its secret.
  struct Client {
    let name: Setting<String>
    let secret: Setting<SecretSource>
  }

  /// The server to which events are sent, with the locations of the secrets of their signatures.
  struct Events {
    /// Nil if the file has no URL or a wrong one, which is a mistake.
    let url: Setting<URL>?
    let secrets: [Setting<SecretSource>]
  }

  /// The location of the ledger, as it was given.
  enum LedgerLocation {
    /// A file, or the address of a database.
    case path(String)
    /// The address of a database, with the location of its password.
    case database(String, password: Setting<SecretSource>?)
  }

  var address: Setting<String>?
  var port: UInt16?
  var hosts: [Setting<String>] = []
  var basePath: Setting<String>?
  var trustedProxies: [Setting<String>] = []
  var merchantID: Setting<String>?
  var merchantKeys: [MerchantKey] = []
  var store: Setting<URL>?
  var keyLocations: [Setting<String>] = []
  var confirm: Confirm?
  /// The maximum time for the requests to the Merchant API about one order, with all retries, in seconds.
  var storeTimeout: Double?
  var apps: [Setting<String>] = []
  var ledger: Setting<LedgerLocation>?
  var clients: [Client] = []
  /// The rate of the sweep, in requests per second; nil for no sweep.
  var sweepRate: Double?
  var events: Events?
  /// Whether the store's notifications are accepted; nil, which means no, if the file does not say it.
  var notifications: Bool?
  var site: Setting<String>?
  var log = ServerLog.Options()
  var limits = ServeLimits()
}

/// The limits of the server; nil for the default.
struct ServeLimits {
  /// The defaults, which the documentation states.
  static let stopTimeout = 10.0
  static let storeTimeout = 10.0
  static let headerBytes = 32 << 10
  static let requests = 256
  static let connections = 512

  var bodyBytes: Int?
  var headerBytes: Int?
  var requests: Int?
  var connections: Int?
  /// The time in which current requests may end after a signal, in seconds.
  var stopTimeout: Double?
}

extension ServeConfiguration {
  /// Returns the values of this configuration, replaced by those of the command line.
  func overridden(by line: ServeConfiguration) -> ServeConfiguration {
    var result = self
    result.address = line.address ?? address
    result.port = line.port ?? port
    if !line.hosts.isEmpty { result.hosts = line.hosts }
    result.basePath = line.basePath ?? basePath
    if !line.trustedProxies.isEmpty { result.trustedProxies = line.trustedProxies }
    result.merchantID = line.merchantID ?? merchantID
    if !line.merchantKeys.isEmpty { result.merchantKeys = line.merchantKeys }
    result.store = line.store ?? store
    if !line.keyLocations.isEmpty { result.keyLocations = line.keyLocations }
    result.confirm = line.confirm ?? confirm
    if !line.apps.isEmpty { result.apps = line.apps }
    result.ledger = line.ledger ?? ledger
    // The environment's secret is one more client's secret.
    result.clients += line.clients
    result.sweepRate = line.sweepRate ?? sweepRate
    result.events = line.events ?? events
    result.notifications = line.notifications ?? notifications
    result.site = line.site ?? site
    result.log.format = line.log.format ?? log.format
    result.log.level = line.log.level ?? log.level
    result.limits.stopTimeout = line.limits.stopTimeout ?? limits.stopTimeout
    return result
  }
}

extension ServeConfiguration {
  /// Reads the options of the command line, and the secrets' variables of the environment.
  ///
  /// - Throws: ``UsageError`` for the first mistake.
  init(_ arguments: Arguments, environment: [String: String]) throws {
    func placed(_ name: String) -> Setting<String>? { arguments.one(name).map { Setting($0, at: "\(name) \($0)") } }
    func all(_ name: String) -> [Setting<String>] { arguments.all(name).map { Setting($0, at: "\(name) \($0)") } }
    address = placed("--address")
    port = try arguments.port("--port")
    _ = try arguments.hosts("--host")
    hosts = all("--host")
    basePath = placed("--base-path")
    trustedProxies = all("--trusted-proxy")
    merchantID = placed("--merchant-id")
    if let id = placed("--key-id") {
      let secret = try MerchantOptions.secretSource(environment)
      merchantKeys = [MerchantKey(id: id, secret: secret)]
    }
    if arguments.has("--store") {
      store = Setting(try arguments.server("--store"), at: "--store \(arguments.one("--store") ?? "")")
    }
    // A URL with "@" may contain a password.
    keyLocations = arguments.all("--jwks").map { Setting($0, at: Arguments.shown("--jwks", $0)) }
    confirm = try arguments.choices("--confirm", Confirm.self).last
    apps = all("--app")
    ledger = arguments.one("--ledger").map { Setting(.path($0), at: "--ledger") }
    if let secret = environment[ClientSecret.variable] {
      guard !secret.isEmpty else {
        throw UsageError(
          "\(ClientSecret.variable): it is empty; put a secret into it, or unset it so that clients need no secret")
      }
      let source = SecretSource(.environment(ClientSecret.variable), .text)
      clients = [
        Client(
          name: Setting("environment", at: ClientSecret.variable), secret: Setting(source, at: ClientSecret.variable))
      ]
    }
    sweepRate = try arguments.number("--sweep", in: Self.sweepRates)
    events = try Self.events(arguments, environment)
    notifications = arguments.has("--notifications") ? true : nil
    site = placed("--site")
    log.format = try arguments.choices("--log-format", ServerLog.Format.self).last
    log.level = try arguments.choices("--log-level", ServerLog.Level.self).last
    limits.stopTimeout = try arguments.number("--stop-timeout", in: Self.stopTimeouts)
  }

  private static func events(_ arguments: Arguments, _ environment: [String: String]) throws -> Events? {
    guard arguments.has("--events") else { return nil }
    let place = Arguments.shown("--events", arguments.one("--events") ?? "")
    guard !(environment[eventsVariable] ?? "").isEmpty else {
      throw UsageError(
        "\(eventsVariable) is not set: put a secret of at least 32 bytes into it, with which events are signed")
    }
    let source = SecretSource(.environment(eventsVariable), .text)
    return Events(
      url: Setting(try arguments.server("--events"), at: place), secrets: [Setting(source, at: eventsVariable)])
  }

  /// The environment variable with the secret with which events are signed.
  static let eventsVariable = "CAUSEWAY_EVENTS_SECRET"
  /// The rates of the sweep that are allowed, in requests per second.
  static let sweepRates = 0.001...1_000.0
  /// The stop timeouts that are allowed, in seconds.
  static let stopTimeouts = 0.0...3_600.0
}
#endif
