/// A change of the environment variables that WebKit's processes inherit from the app, so that pages work as in other
/// browsers.
struct EnvironmentCorrection: Equatable {
  /// The new values, by the variables' names.
  let values: [String: String]

  /// Decides on the correction of an environment.
  init(environment: [String: String]) {
    var values: [String: String] = [:]
    // The C library reads an empty name as UTC. WebKit reads it as the zone `Etc/Unknown`, which `Intl` rejects.
    if let zone = environment["TZ"], zone.isEmpty || zone == ":" { values["TZ"] = "UTC" }
    let exceptions = environment["no_proxy"] ?? environment["NO_PROXY"] ?? ""
    if environment.contains(where: { $0.key.lowercased().hasSuffix("_proxy") && $0.key.lowercased() != "no_proxy" }) {
      values["no_proxy"] = ([exceptions].filter { !$0.isEmpty } + Self.loopback).joined(separator: ",")
    }
    self.values = values
  }

  /// The hosts of this machine. No browser sends a request for them to a proxy, which could not reach this machine.
  private static let loopback = ["localhost", ".localhost", "127.0.0.0/8", "::1", "[::1]"]

  /// Changes the environment of this process.
  func apply() {
    for (name, value) in values { setenv(name, value, 1) }
  }
}
