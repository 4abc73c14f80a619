#if os(Linux)
import CausewayFiles
import CausewayJSON
import CausewayTool
import Foundation

extension ServeConfiguration {
  /// The members of each object of the file, by the object's path. Elements of an array have the path of the array with
  /// `[]`.
  static let members: KeyValuePairs<String, [String]> = [
    "": [
      "listen", "merchant", "store", "apps", "ledger", "clients", "sweep", "events", "notifications", "site", "log",
      "limits", "stop_timeout_seconds",
    ],
    "listen": ["address", "port", "hosts", "base_path", "trusted_proxies"],
    "merchant": ["id", "keys"],
    "merchant.keys[]": ["id", "secret"],
    "store": ["url", "jwks", "confirm", "timeout_seconds"],
    "ledger": ["file", "postgresql", "password"],
    "clients[]": ["name", "secret"],
    "sweep": ["requests_per_second"],
    "events": ["url", "secrets"],
    "events.secrets[]": ["secret"],
    "log": ["format", "level"],
    "limits": ["body_bytes", "header_bytes", "requests", "connections"],
  ]

  private static func names(_ path: String) -> [String] { members.first { $0.key == path }?.value ?? [] }

  /// The maximum length of the file, in bytes.
  private static let maximumFileBytes = 1 << 20

  /// Reads the configuration file. Mistakes in values are added to `mistakes`.
  ///
  /// - Throws: ``UsageError`` if the file cannot be read, and ``ConfigurationError`` if it is not JSON.
  init(file path: String, _ mistakes: ConfigurationMistakes) throws {
    let data = try InputFile.read(path, upTo: Self.maximumFileBytes + 1)
    let limits = JSONLimits(maximumDepth: 16, maximumBytes: Self.maximumFileBytes, allowsDuplicateNames: false)
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(parsing: data, limits: limits)
    } catch {
      throw ConfigurationError(file: path, mistakes: ["the file is not JSON: \(error)"])
    }
    guard let file = ConfigurationReader(value, at: "", members: Self.names(""), mistakes) else {
      throw ConfigurationError(file: path, mistakes)
    }
    if let listen = file.object("listen", members: Self.names("listen")) { read(listen: listen) }
    if let merchant = file.object("merchant", members: Self.names("merchant")) { read(merchant: merchant) }
    Self.check(merchantID, isNot: "MERCHANT_ID", mistakes)
    for key in merchantKeys { Self.check(key.id, isNot: "KEY_ID", mistakes) }
    if let store = file.object("store", members: Self.names("store")) { read(store: store) }
    apps = Self.apps(file, mistakes)
    if let ledger = file.object("ledger", members: Self.names("ledger")) { read(ledger: ledger) }
    clients = file.objects("clients", members: Self.names("clients[]")).compactMap(Self.client)
    if let sweep = file.object("sweep", members: Self.names("sweep")) { read(sweep: sweep) }
    if let events = file.object("events", members: Self.names("events")) { read(events: events) }
    notifications = file.boolean("notifications")
    site = file.string("site")
    if let log = file.object("log", members: Self.names("log")) {
      self.log.format = log.choice("format", ServerLog.Format.self)
      self.log.level = log.choice("level", ServerLog.Level.self)
    }
    if let limits = file.object("limits", members: Self.names("limits")) {
      self.limits.bodyBytes = limits.integer("body_bytes", in: 1_024...ValidationRequest.maximumBytes)?.value
      self.limits.headerBytes = limits.integer("header_bytes", in: 1_024...(1 << 20))?.value
      self.limits.requests = limits.integer("requests", in: 1...65_536)?.value
      self.limits.connections = limits.integer("connections", in: 1...65_536)?.value
    }
    self.limits.stopTimeout = file.seconds("stop_timeout_seconds", in: Self.stopTimeouts)
  }

  private static func apps(_ file: ConfigurationReader, _ mistakes: ConfigurationMistakes) -> [Setting<String>] {
    let apps = file.strings("apps")
    var seen: Set<String> = []
    for app in apps {
      if !seen.insert(app.value).inserted { mistakes.add(app.place, "the app is listed twice") }
      if app.value.contains(where: \.isWhitespace) {
        mistakes.add(app.place, "it must be a bundle identifier, such as com.example.shop")
      }
    }
    return apps
  }

  /// Adds a mistake if a value is still that of the configuration that the package brings.
  private static func check(_ setting: Setting<String>?, isNot example: String, _ mistakes: ConfigurationMistakes) {
    guard let setting, setting.value == example else { return }
    mistakes.add(setting.place, "\(example) stands for a value of the Onside Manager; write that value")
  }

  private mutating func read(listen: ConfigurationReader) {
    address = listen.string("address")
    port = listen.integer("port", in: 0...65_535).map { UInt16($0.value) }
    hosts = listen.strings("hosts")
    basePath = listen.string("base_path")
    trustedProxies = listen.strings("trusted_proxies")
  }

  private mutating func read(merchant: ConfigurationReader) {
    merchantID = merchant.string("id")
    if merchantID == nil, !merchant.has("id") {
      merchant.mistake("id", "it is missing: the Merchant ID of the Onside Manager")
    }
    if !merchant.has("keys") {
      merchant.mistake(
        "keys", "it is missing: an array of {\"id\": KID, \"secret\": …}, the first one for new requests")
    }
    merchantKeys = merchant.objects("keys", members: Self.names("merchant.keys[]")).compactMap { key in
      let (id, secret) = (key.string("id"), key.secret("secret", allowsBase64: true))
      if !key.has("id") { key.mistake("id", "it is missing: the Secret Key ID of the Onside Manager") }
      if !key.has("secret") { key.mistake("secret", "it is missing: the location of the Merchant Secret") }
      guard let secret else { return nil }
      return MerchantKey(id: id ?? Self.replacement("id", key), secret: secret)
    }
  }

  private mutating func read(store reader: ConfigurationReader) {
    store = Self.url(reader, such: "https://onside.io")
    keyLocations = reader.strings("jwks")
    confirm = reader.choice("confirm", Confirm.self)
    storeTimeout = reader.seconds("timeout_seconds", in: 1...300)
  }

  private static func url(_ reader: ConfigurationReader, such example: String) -> Setting<URL>? {
    guard let text = reader.string("url") else { return nil }
    guard let url = URL(string: text.value), ["http", "https"].contains(url.scheme?.lowercased()),
      url.host?.isEmpty == false, url.user == nil, url.password == nil
    else {
      reader.mistake("url", "it must be an http or https URL without a user name, such as \"\(example)\"")
      return nil
    }
    return Setting(url, at: text.place)
  }

  private mutating func read(sweep reader: ConfigurationReader) {
    sweepRate = reader.number("requests_per_second", in: Self.sweepRates)
    if !reader.has("requests_per_second") {
      reader.mistake("requests_per_second", "it is missing: the maximum rate of the sweep, such as 1")
    }
  }

  private mutating func read(events reader: ConfigurationReader) {
    let url = Self.url(reader, such: "https://shop.example/order-events")
    if !reader.has("url") { reader.mistake("url", "it is missing: the URL of your server that receives the events") }
    let secrets = reader.objects("secrets", members: Self.names("events.secrets[]")).compactMap { secret in
      if !secret.has("secret") {
        secret.mistake("secret", "it is missing: the location of a secret for signing events")
      }
      return secret.secret("secret", allowsBase64: true)
    }
    if !reader.has("secrets") {
      reader.mistake("secrets", "it is missing: an array of {\"secret\": …}, the secrets for signing events")
    }
    events = Events(url: url, secrets: secrets)
  }

  private mutating func read(ledger reader: ConfigurationReader) {
    let (file, database) = (reader.string("file"), reader.string("postgresql"))
    let password = reader.secret("password")
    let hasBoth = reader.has("file") && reader.has("postgresql")
    if hasBoth || !reader.has("file") && !reader.has("postgresql") {
      reader.mistake("it needs exactly one of \"file\" and \"postgresql\"")
    }
    if let file {
      if reader.has("password"), !hasBoth { reader.mistake("password", "a file has no password; leave it out") }
      ledger = Setting(.path(file.value), at: file.place)
    } else if let database {
      guard database.value.hasPrefix("postgresql://") || database.value.hasPrefix("postgres://") else {
        reader.mistake("postgresql", "it must begin with postgresql://")
        return
      }
      ledger = Setting(.database(database.value, password: password), at: database.place)
    }
  }

  private static func client(_ client: ConfigurationReader) -> Client? {
    let (name, secret) = (client.string("name"), client.secret("secret"))
    if !client.has("name") { client.mistake("name", "it is missing: a name for the log and the metrics") }
    if !client.has("secret") { client.mistake("secret", "it is missing: the location of the client's secret") }
    guard let secret else { return nil }
    return Client(name: name ?? Self.replacement("name", client), secret: secret)
  }

  /// Returns a value for a member whose mistake has been added, so that the secret beside it is checked too. It differs
  /// from the values of other members.
  private static func replacement(_ name: String, _ reader: ConfigurationReader) -> Setting<String> {
    Setting(reader.place(name), at: reader.place(name))
  }
}
#endif
