#if os(Linux)
import CausewayHTTP
import CausewayTransport
import Foundation

/// The address of `causeway merchant serve` and the rules for its clients.
struct MerchantEndpoint: Sendable {
  /// The IP address on which the server listens.
  let address: String
  let port: UInt16
  /// The host names that requests may use besides the names of this machine.
  let hosts: Set<String>
  private let secret: ClientSecret?

  /// - Throws: `UsageError` if other machines can reach the server by its address or a name and there is no client
  ///   secret. `POST /validate` trusts its clients about the customer's identity, so other machines must not reach it
  ///   without a secret.
  init(_ arguments: Arguments, environment: [String: String]) throws {
    address = arguments.one("--address") ?? "127.0.0.1"
    port = try arguments.port("--port") ?? 8081
    hosts = try arguments.hosts("--host")
    secret = try ClientSecret(environment)
    guard NumericAddress(address) != nil else {
      throw UsageError("--address \(address): it must be an IP address, such as --address 127.0.0.1")
    }
    guard secret == nil else { return }
    guard Loopback.contains(address) else {
      throw Self.refusal("--address \(address): with this address, other machines would reach", "listen on 127.0.0.1")
    }
    // A name of another machine means that a proxy forwards requests of other machines, even if this server listens
    // only on this machine.
    if let name = arguments.all("--host").first(where: { !PageGuard.isOfThisMachine($0) }) {
      throw Self.refusal("--host \(name): with this name, other machines would reach", "leave --host out")
    }
  }

  private static func refusal(_ reason: String, _ otherwise: String) -> UsageError {
    UsageError(
      "\(reason) POST /validate, which trusts its clients to name the right customer",
      advice: [
        "Put a secret of at least 32 bytes into \(ClientSecret.variable), which clients then must send, or "
          + "\(otherwise)."
      ])
  }

  /// Returns whether a client may send requests, according to its field `Authorization`.
  func allows(_ authorization: String?) -> Bool { secret?.matches(authorization) ?? true }

  /// The notice that is printed when the server starts.
  var notice: String {
    guard secret == nil else { return "POST /validate requires the secret in \(ClientSecret.variable)" }
    return "POST /validate requires no secret, so the server listens only on this machine's addresses. Each program on "
      + "this machine can ask about every customer, and so can each client of a proxy that forwards requests to this "
      + "server. Set \(ClientSecret.variable) to require a secret"
  }
}

extension ValidationProblem {
  /// Creates the problem for a request that may come from a page of another site.
  init(_ refusal: PageGuard.Refusal) {
    let title =
      switch refusal {
      case .host:
        "Host: not a name of this server; use the address that the server printed, or start it with --host NAME."
      case .origin: "Origin: pages of other sites may not send this request."
      }
    self.init(status: 403, title: title, code: "not_allowed")
  }
}
#endif
