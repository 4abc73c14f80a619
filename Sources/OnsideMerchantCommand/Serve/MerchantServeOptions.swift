#if os(Linux)
import CausewayTool
import CausewayTransport
import Foundation
import OnsideMerchant

/// The checked options of `causeway-merchant serve`.
struct MerchantServeOptions {
  typealias Confirm = ServeConfiguration.Confirm

  /// The credentials of the Merchant API, in the order in which to try them until the store accepts one.
  let credentials: [MerchantCredentials]
  let store: URL
  let confirm: Confirm
  /// The timeout of the requests about one order.
  let storeTimeout: Duration
  let apps: Set<String>
  let keys: StoreKeys
  let ledger: Ledger
  /// The rate of the sweep, in requests per second; nil for no sweep.
  let sweepRate: Double?
  let events: Events?
  let acceptsNotifications: Bool
  let site: URL?
  let endpoint: MerchantEndpoint
  let log: ServerLog.Options
  /// The time in which current requests may end after a signal.
  let stopTimeout: Duration

  /// - Throws: ``ConfigurationError`` with all mistakes of a configuration file, or ``UsageError`` for the first mistake
  ///   of the command line.
  init(_ arguments: Arguments, environment: [String: String] = ProcessInfo.processInfo.environment) throws {
    let line = try ServeConfiguration(arguments, environment: environment)
    let secrets = SecretReader(environment: environment, readsSecrets: true)
    if let path = arguments.one("--config") {
      try self.init(file: path, overriddenBy: line, secrets)
      return
    }
    for name in ["--merchant-id", "--key-id", "--store", "--app"] { _ = try arguments.required(name) }
    let mistakes = ConfigurationMistakes()
    let options = Self(line, needsLedger: false, secrets, mistakes)
    if let error = mistakes.errors.first { throw error }
    guard let options else { throw UsageError("the options are not complete") }
    self = options
  }

  /// Reads and checks a configuration file.
  ///
  /// - Throws: ``ConfigurationError`` with all mistakes, or ``UsageError`` if the file cannot be read.
  init(file path: String, overriddenBy line: ServeConfiguration?, _ secrets: SecretReader) throws {
    let mistakes = ConfigurationMistakes()
    let file = try ServeConfiguration(file: path, mistakes)
    let options = Self(line.map(file.overridden) ?? file, needsLedger: true, secrets, mistakes)
    guard mistakes.isEmpty, let options else { throw ConfigurationError(file: path, mistakes) }
    self = options
  }

  /// Checks a configuration. Returns nil if there are mistakes.
  private init?(
    _ configuration: ServeConfiguration, needsLedger: Bool, _ secrets: SecretReader, _ mistakes: ConfigurationMistakes
  ) {
    let credentials = Self.credentials(configuration, secrets, mistakes)
    let clients = Self.clients(configuration, secrets, mistakes)
    endpoint = MerchantEndpoint(configuration, clients: clients, mistakes)
    apps = Set(configuration.apps.map(\.value))
    if apps.isEmpty { mistakes.addMissing("apps", ": the bundle identifiers of your apps, as an array") }
    if configuration.ledger == nil, needsLedger {
      mistakes.addMissing("ledger", ": {\"file\": PATH} or {\"postgresql\": URL}")
    }
    let ledger = mistakes.collecting { try Ledger(configuration.ledger, secrets) }
    let site = mistakes.collecting { try configuration.site.map(Self.folder) }
    events = configuration.events.flatMap { Events($0, secrets, mistakes) }
    sweepRate = configuration.sweepRate
    acceptsNotifications = configuration.notifications ?? false
    confirm = configuration.confirm ?? .always
    // The default is short, because the customer waits for the answer.
    storeTimeout = .seconds(configuration.storeTimeout ?? ServeLimits.storeTimeout)
    log = configuration.log
    stopTimeout = .seconds(configuration.limits.stopTimeout ?? ServeLimits.stopTimeout)
    if let store = configuration.store, !store.value.isSecureOrLoopback {
      mistakes.add(store.place, "\(MerchantError.insecureServer)")
    } else if configuration.store == nil {
      mistakes.addMissing("store.url", ", such as \"https://onside.io\"")
    }
    let keys = Self.keys(configuration, mistakes)
    guard let store = configuration.store, let credentials, let ledger, let site, let keys else {
      return nil
    }
    (self.credentials, self.store, self.ledger, self.site, self.keys) = (credentials, store.value, ledger, site, keys)
  }

  private static func credentials(
    _ configuration: ServeConfiguration, _ secrets: SecretReader, _ mistakes: ConfigurationMistakes
  ) -> [MerchantCredentials]? {
    if configuration.merchantID == nil, configuration.merchantKeys.isEmpty {
      mistakes.addMissing("merchant", ": {\"id\": ID, \"keys\": […]}")
    }
    var seen: Set<String> = []
    for key in configuration.merchantKeys where !seen.insert(key.id.value).inserted {
      mistakes.add(key.id.place, "another key has the same id")
    }
    let credentials = configuration.merchantKeys.compactMap { key in
      mistakes.collecting {
        MerchantCredentials(
          merchantID: configuration.merchantID?.value ?? "", keyID: key.id.value,
          secret: MerchantSecret(bytes: try secrets.bytes(key.secret)))
      }
    }
    return configuration.merchantID == nil || credentials.isEmpty ? nil : credentials
  }

  private static func clients(
    _ configuration: ServeConfiguration, _ secrets: SecretReader, _ mistakes: ConfigurationMistakes
  ) -> ClientSecrets {
    var found: [ClientSecret] = []
    var names: Set<String> = []
    for client in configuration.clients {
      if !names.insert(client.name.value).inserted {
        mistakes.add(client.name.place, "another client has the same name")
      }
      let secret = mistakes.collecting {
        try ClientSecret(try secrets.bytes(client.secret), of: client.name.value, at: client.secret.place)
      }
      guard let secret else { continue }
      if found.contains(where: secret.isSame) {
        mistakes.add(client.secret.place, "another client has the same secret")
      }
      found.append(secret)
    }
    return ClientSecrets(found)
  }

  private static func keys(_ configuration: ServeConfiguration, _ mistakes: ConfigurationMistakes) -> StoreKeys? {
    var locations = configuration.keyLocations.compactMap { location in
      mistakes.collecting {
        Setting(try MerchantOptions.keyLocation(location.value, at: location.place), at: location.place)
      }
    }
    // Leave out a store whose address is not secure, because that mistake was already added.
    if configuration.keyLocations.isEmpty, let store = configuration.store, store.value.isSecureOrLoopback {
      locations = [Setting(store.value.appendingPathComponent(".well-known/jwks.json"), at: store.place)]
    }
    let sources = locations.compactMap { location -> StoreKeys.Source? in
      do throws(KeySourceError) {
        return StoreKeys.Source(location.value, try JSONWebKeySetSource(location.value))
      } catch {
        mistakes.add(location.place, "\(error)")
        return nil
      }
    }
    return sources.isEmpty ? nil : StoreKeys(sources)
  }

  private static func folder(_ site: Setting<String>) throws -> URL {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: site.value, isDirectory: &isFolder), isFolder.boolValue else {
      throw UsageError("\(site.place): the folder does not exist; create it first")
    }
    return URL(fileURLWithPath: site.value, isDirectory: true)
  }
}

extension MerchantServeOptions {
  /// The server that receives the events, and the secrets of their signatures.
  struct Events: CustomReflectable {
    let receiver: URL
    let secrets: [[UInt8]]

    /// Returns nil if there are mistakes, none of which contains a secret.
    init?(_ events: ServeConfiguration.Events, _ reader: SecretReader, _ mistakes: ConfigurationMistakes) {
      if let url = events.url, !url.value.isSecureOrLoopback {
        mistakes.add(url.place, "\(EventDelivery.Failure.insecureReceiver)")
      }
      secrets = events.secrets.compactMap { source in
        guard let secret = mistakes.collecting({ try reader.bytes(source) }) else { return nil }
        if secret.count < EventSignature.minimumBytes {
          mistakes.add(source.place, "\(EventDelivery.Failure.shortSecret)")
        }
        return secret
      }
      guard let url = events.url, !secrets.isEmpty else { return nil }
      receiver = url.value
    }

    /// Without the secrets.
    var customMirror: Mirror { Mirror(self, children: ["receiver": receiver]) }
  }

  /// Makes the client of the Merchant API.
  ///
  /// - Parameters:
  ///   - onKeyChange: gets the identifier of a key whenever the store accepts another key than before.
  ///   - observer: gets the result of each attempt.
  func client(
    onKeyChange: @escaping @Sendable (String) -> Void = { _ in }, observer: @escaping MerchantClient.Observer
  ) throws -> MerchantClient {
    var options = MerchantClientOptions()
    options.totalTimeout = storeTimeout
    options.timeout = min(options.timeout, storeTimeout)
    return try MerchantClient(
      server: store, credentials: credentials, options: options, observer: observer, onKeyChange: onKeyChange)
  }

  /// The rule for when the Merchant API must confirm an order.
  func confirmation(by client: MerchantClient) -> OrderConfirmation {
    switch confirm {
    case .always: .always(client)
    case .new: .newOrders(client)
    case .never: .never
    }
  }
}
#endif
