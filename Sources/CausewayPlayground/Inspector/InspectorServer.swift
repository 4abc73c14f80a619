import Foundation

/// A server of an inspector alone, for an app whose pages are not in a browser.
@MainActor package final class InspectorServer {
  private let inspector: Inspector
  private var server: WebServer?
  private var hosts = HostCheck(port: 0)

  package init(_ inspector: Inspector) {
    self.inspector = inspector
  }

  /// Starts to listen on this machine, at any free port.
  /// - Throws: ``WebServerError`` if the server cannot listen.
  package func start() throws(WebServerError) {
    let server = WebServer(endpoints: [inspector.endpoint { [weak self] in self?.hosts ?? HostCheck(port: 0) }]) {
      [weak self] exchange in self?.answer(exchange)
    }
    try server.listen(port: 0)
    self.server = server
    hosts = HostCheck(port: server.port)
  }

  /// The inspector's address, with its token.
  package var address: URL { inspector.address(at: hosts) }

  /// Stops listening.
  package func stop() {
    server?.stop()
    server = nil
  }

  private func answer(_ exchange: Exchange) {
    guard hosts.purpose(of: exchange[field: "Host"]) == .inspector else {
      return exchange.answer(403, text: "Open the inspector at \(hosts.inspectorHost), with its token.\n")
    }
    guard exchange.path.hasPrefix(InspectorFiles.path) else {
      return exchange.answer(404, text: "There is nothing at this address.\n")
    }
    InspectorFiles.answer(exchange, name: String(exchange.path.dropFirst(InspectorFiles.path.utf8.count)))
  }
}
