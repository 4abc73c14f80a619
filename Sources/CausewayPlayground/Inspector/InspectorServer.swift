import CausewayHTTP
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
      [weak self] request in self?.answer(request) ?? .nothing
    }
    try server.listen(port: 0)
    self.server = server
    hosts = HostCheck(port: server.port)
  }

  /// The inspector's address, with its token.
  package var address: URL { inspector.address(at: hosts) }

  /// Stops listening.
  package func stop() async {
    await server?.stop()
    server = nil
  }

  private func answer(_ request: HTTPRequest) -> HTTPResponse {
    guard hosts.purpose(of: request[field: "Host"]) == .inspector else {
      return .text(403, "Open the inspector at \(hosts.inspectorHost), with its token.\n")
    }
    guard request.encodedPath.hasPrefix(InspectorFiles.path) else { return .nothing }
    return InspectorFiles.answer(request.encodedPath)
  }
}
