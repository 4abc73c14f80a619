#if os(Linux)
import CausewayHTTP

/// The proxies whose `X-Forwarded-For` is believed.
struct TrustedProxies: Sendable {
  private let ranges: [IPAddressRange]

  init(_ ranges: [IPAddressRange]) { self.ranges = ranges }

  /// Returns the address of the client of a request, for the log.
  ///
  /// Each proxy adds the address of its own client at the end of `X-Forwarded-For`. So this method goes back from the
  /// end, as long as the addresses are trusted proxies. Everything before that can be invented by the client.
  func client(of request: HTTPRequest) -> String? {
    guard var client = request.peer else { return nil }
    let fields = request.fields.filter { $0.name.lowercased() == "x-forwarded-for" }
    var addresses = fields.flatMap { $0.value.split(separator: ",", omittingEmptySubsequences: false) }
    while isTrusted(client), let last = addresses.popLast() {
      let address = last.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }
      guard NumericAddress(String(address)) != nil else { break }
      client = String(address)
    }
    return client
  }

  private func isTrusted(_ address: String) -> Bool { ranges.contains { $0.contains(address) } }
}

extension HTTPRequest {
  /// Whether a field says that a proxy has forwarded the request.
  var isForwarded: Bool {
    let names: Set = ["forwarded", "via", "x-forwarded-for"]
    return fields.contains { names.contains($0.name.lowercased()) }
  }
}
#endif
