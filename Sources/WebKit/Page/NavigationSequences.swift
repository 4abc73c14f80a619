/// The open sequences of a page's navigation events.
@MainActor
final class NavigationSequences {
  typealias Events = AsyncThrowingStream<WebPage.NavigationEvent, any Error>

  private struct Load {
    let navigation: WKNavigation
    let events: Events.Continuation
  }

  private let webView: WKWebView
  /// The sequences for all navigations, by their numbers.
  private var open: [Int: Events.Continuation] = [:]
  private var latestNumber = 0
  /// The sequences for one navigation each, in the order in which the app started the navigations.
  private var loads: [Load] = []

  init(_ webView: WKWebView) {
    self.webView = webView
    webView.navigations.didDrop = { [weak self] in self?.didDrop($0, $1) }
  }

  // MARK: New sequences

  /// Returns a sequence of the events of all navigations from now on.
  func all() -> NavigationSequence {
    let (events, continuation) = Events.makeStream()
    latestNumber += 1
    let number = latestNumber
    open[number] = continuation
    continuation.onTermination = { [weak self] _ in
      Task { @MainActor in self?.open[number] = nil }
    }
    return NavigationSequence(events: events)
  }

  /// Returns a sequence of the events of a navigation that the app has just started.
  ///
  /// - Parameter code: the code of the error that the sequence throws if `navigation` is nil.
  func events(of navigation: WKNavigation?, otherwise code: URLError.Code) -> NavigationSequence {
    guard let navigation else { return failure(.failedProvisionalNavigation(URLError(code))) }
    let (events, continuation) = Events.makeStream()
    loads.append(Load(navigation: navigation, events: continuation))
    return NavigationSequence(events: events) { [weak self] in
      Task { @MainActor in self?.stop(navigation) }
    }
  }

  /// Returns a sequence without events that throws an error.
  func failure(_ error: WebPage.NavigationError) -> NavigationSequence {
    let (events, continuation) = Events.makeStream()
    continuation.finish(throwing: error)
    return NavigationSequence(events: events)
  }

  /// Returns an empty sequence.
  func nothing() -> NavigationSequence {
    let (events, continuation) = Events.makeStream()
    continuation.finish()
    return NavigationSequence(events: events)
  }

  // MARK: Events

  /// Sends an event of a navigation to the sequences.
  func didReach(_ event: WebPage.NavigationEvent, _ navigation: WKNavigation?) {
    for events in open.values { events.yield(event) }
    loads.first { $0.navigation === navigation }?.events.yield(event)
    if event == .finished { end(navigation, throwing: nil) }
  }

  /// Ends the sequences of a navigation that failed.
  func didFail(_ error: any Error, _ navigation: WKNavigation?) {
    endOpen(throwing: error)
    end(navigation, throwing: error)
  }

  /// Ends all sequences, because the web process is gone and with it everything that was loading.
  func processDidTerminate() {
    let error = WebPage.NavigationError.webContentProcessTerminated
    endOpen(throwing: error)
    endLoads(throwing: error)
  }

  /// Ends all sequences, because the page is being released.
  func pageDidEnd() {
    endOpen(throwing: nil)
    endLoads(throwing: WebPage.NavigationError.pageClosed)
  }

  /// Ends the sequence of a navigation that the engine has not started, because the delegate is not notified of the
  /// navigation's end.
  private func didDrop(_ navigation: WKNavigation, _ reason: NavigationTracker.DropReason) {
    let error: (any Error)? =
      switch reason {
      case .replaced: URLError(.cancelled)
      // This is the error that a refused response also causes.
      case .refused: NSError(domain: "WebKitErrorDomain", code: 102)
      case .sameDocument: nil
      }
    end(navigation, throwing: error.map { WebPage.NavigationError.failedProvisionalNavigation($0) })
  }

  /// Stops a navigation, because the task that iterates over its events was cancelled.
  private func stop(_ navigation: WKNavigation) {
    // Do not stop a later load, because that load does not belong to this sequence.
    guard loads.last?.navigation === navigation else { return }
    webView.stopLoading()
  }

  private func end(_ navigation: WKNavigation?, throwing error: (any Error)?) {
    guard let index = loads.firstIndex(where: { $0.navigation === navigation }) else { return }
    loads.remove(at: index).events.finish(throwing: error)
  }

  private func endLoads(throwing error: any Error) {
    for load in loads { load.events.finish(throwing: error) }
    loads = []
  }

  private func endOpen(throwing error: (any Error)?) {
    for events in open.values { events.finish(throwing: error) }
    open = [:]
  }
}

/// A sequence of navigation events, for one iteration.
struct NavigationSequence: AsyncSequence, Sendable {
  let events: NavigationSequences.Events
  /// The function to call when the task that iterates is cancelled. The stream's own `onTermination` cannot replace
  /// this function, because it is also called when the sequence is only released.
  var didCancel: @Sendable () -> Void = {}

  func makeAsyncIterator() -> Iterator { Iterator(events: events.makeAsyncIterator(), didCancel: didCancel) }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate var events: NavigationSequences.Events.Iterator
    fileprivate let didCancel: @Sendable () -> Void

    mutating func next(isolation actor: isolated (any Actor)?) async throws -> WebPage.NavigationEvent? {
      try await withTaskCancellationHandler {
        try await events.next(isolation: actor)
      } onCancel: { [didCancel] in
        didCancel()
      }
    }

    mutating func next() async throws -> WebPage.NavigationEvent? { try await next(isolation: nil) }
  }
}
