import CWebKitGTK

/// The navigations that the engine is told to start, of all web views of a session: one after another, each as soon as the
/// network process has handled what the engine told it about the one before.
///
/// The network process must know the sites that a web process may load. WebKitGTK 2.50 tells it each site of a web process
/// once. The engine waits for the answer before it starts the first navigation to a site, but not before it starts the
/// second. If the load of the second arrives before the site, the engine ends the web process, without a signal.
@MainActor
final class NavigationStarts {
  private let session: GObjectReference
  private var waiting: [() -> Void] = []
  private var isWaiting = false

  init(_ session: GObjectReference) {
    self.session = session
  }

  /// Runs `start` when it is its turn: now, or after the earlier ones.
  func begin(_ start: @escaping () -> Void) {
    guard !isWaiting else { return waiting.append(start) }
    isWaiting = true
    start()
    GLibPump.shared.wake()
    let manager = webkit_network_session_get_cookie_manager(session.opaque)
    // The network process handles requests in order, so it knows the site when it answers this one. If the process ends,
    // WebKit itself answers.
    AsyncResult.call(of: self) { callback, data in
      webkit_cookie_manager_get_accept_policy(manager, nil, callback, data)
    } then: { [self] result in
      _ = webkit_cookie_manager_get_accept_policy_finish(manager, result, nil)
      isWaiting = false
      if !waiting.isEmpty { begin(waiting.removeFirst()) }
    }
  }
}
