#if os(Linux)
import CausewayHTTP
import CausewayTool
import CausewayTransport
import Foundation

/// The address of `causeway-merchant serve` and the rules for its clients.
struct MerchantEndpoint: Sendable {
  /// The IP address on which the server listens.
  let address: String
  let port: UInt16
  /// The host names that requests may use besides the names of this machine.
  let hosts: Set<String>
  /// The segments before every path except those of the probes; empty for none.
  let basePath: [String]
  let proxies: TrustedProxies
  let clients: ClientSecrets
  let limits: ServeLimits

  /// Adds a mistake if other machines can reach the server by its address, a name or a proxy and there is no client's
  /// secret. `POST /validate` trusts its clients about the customer's identity, so other machines must not reach it
  /// without a secret.
  init(_ configuration: ServeConfiguration, clients: ClientSecrets, _ mistakes: ConfigurationMistakes) {
    address = configuration.address?.value ?? "127.0.0.1"
    port = configuration.port ?? 8081
    hosts = Set(configuration.hosts.map(\.value))
    basePath = (configuration.basePath?.value ?? "").split(separator: "/").map(String.init)
    proxies = TrustedProxies(configuration.trustedProxies.compactMap { IPAddressRange($0.value) })
    self.clients = clients
    limits = configuration.limits
    Self.check(configuration, mistakes)
    guard configuration.clients.isEmpty else { return }
    if let given = configuration.address, NumericAddress(address) != nil, !Loopback.contains(address) {
      Self.refuse(given.place, "with this address", "listen on 127.0.0.1", mistakes)
    }
    // Other machines can use the name of another machine through a proxy, even if this server listens only on this
    // machine.
    if let host = configuration.hosts.first(where: { !PageGuard.isOfThisMachine($0.value) }) {
      Self.refuse(host.place, "with this name", "leave the name out", mistakes)
    }
    if let proxy = configuration.trustedProxies.first {
      Self.refuse(proxy.place, "through a proxy", "leave the proxy out", mistakes)
    }
  }

  private static func check(_ configuration: ServeConfiguration, _ mistakes: ConfigurationMistakes) {
    if let address = configuration.address, NumericAddress(address.value) == nil {
      mistakes.add(address.place, "it must be an IP address, such as 127.0.0.1")
    }
    for host in configuration.hosts {
      let isName = host.value.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
          UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
          true
        default: false
        }
      }
      if !isName { mistakes.add(host.place, "it must be a name without a port, such as shop.test") }
    }
    for proxy in configuration.trustedProxies where IPAddressRange(proxy.value) == nil {
      mistakes.add(proxy.place, "it must be an IP address or a range, such as 10.0.0.2 or 10.0.0.0/8")
    }
    if let path = configuration.basePath {
      let segments = path.value.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
      let allowed = segments.allSatisfy { segment in
        !segment.isEmpty && segment != "." && segment != ".."
          && segment.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"%?#\\".utf8.contains($0) }
      }
      if !path.value.hasPrefix("/") || !allowed {
        mistakes.add(path.place, "it must begin with a slash and not end with one, such as /purchases")
      }
    }
  }

  private static func refuse(
    _ place: String, _ reason: String, _ otherwise: String, _ mistakes: ConfigurationMistakes
  ) {
    mistakes.add(
      UsageError(
        "\(place): \(reason), other machines would reach POST /validate, which trusts its clients to name the right customer",
        advice: [
          "Put a secret of at least 32 bytes into \(ClientSecret.variable) or the file's \"clients\", which clients then must send, or \(otherwise)."
        ]))
  }

  /// The notice that is logged when the server starts.
  var notice: String {
    guard clients.isEmpty else {
      let names =
        clients.names == ["environment"] ? ClientSecret.variable : "one of: " + clients.names.joined(separator: ", ")
      return "POST /validate requires the secret in \(names)"
    }
    return "POST /validate requires no secret, so the server listens only on this machine's addresses. Each program on "
      + "this machine can ask about every customer, and so can each client of a proxy that forwards requests to this "
      + "server. Set \(ClientSecret.variable) or the file's \"clients\" to require a secret"
  }
}

extension ValidationProblem {
  /// Creates the problem for a request that may come from a page of another site.
  init(_ refusal: PageGuard.Refusal) {
    let title =
      switch refusal {
      case .host:
        "Host: not a name of this server; use the address that the server printed, or add the name to listen.hosts "
          + "(--host NAME)."
      case .origin: "Origin: pages of other sites may not send this request."
      }
    self.init(status: 403, title: title, code: "not_allowed")
  }
}
#endif
