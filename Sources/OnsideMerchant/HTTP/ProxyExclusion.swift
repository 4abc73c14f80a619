import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What is sent to this machine itself does not leave it through a proxy, which would read it, tokens and all.
enum ProxyExclusion {
  /// To be called before the first session is made.
  ///
  /// - Parameter server: Whom the session's requests are for.
  static func apply(to configuration: URLSessionConfiguration, for server: URL) {
    #if canImport(FoundationNetworking)
    _ = excludesLoopback
    #else
    if server.isLoopback { configuration.connectionProxyDictionary = [:] }
    #endif
  }

  #if canImport(FoundationNetworking)
  /// FoundationNetworking leaves the proxy to libcurl, which takes it from the environment and asks for nothing else. So
  /// this machine is added there to what no proxy is used for, once in the process.
  private static let excludesLoopback: Void = {
    let environment = ProcessInfo.processInfo.environment
    setenv("no_proxy", list(adding: loopback, to: environment["no_proxy"] ?? environment["NO_PROXY"]), 1)
  }()

  private static let loopback = ["localhost", "127.0.0.1", "::1"]
  #endif

  /// The value of `no_proxy` with these names in it; `*` stands for all.
  static func list(adding names: [String], to list: String?) -> String {
    let given = (list ?? "").trimmingCharacters(in: .whitespaces)
    return given == "*" ? given : ([given] + names).filter { !$0.isEmpty }.joined(separator: ",")
  }
}
