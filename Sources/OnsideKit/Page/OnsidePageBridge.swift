import Causeway
import CausewayJSON
import CausewayPrompts
import OnsideCore

/// The app's side of `window.onside` for the pages of one web view. It observes the queue and reports changes to the
/// pages.
///
/// The `Bridge` in which this object is installed retains it.
@MainActor package final class OnsidePageBridge {
  let configuration: OnsideJS.Configuration
  /// The delegate that all web views of the client share.
  let delegate: OnsidePagesDelegate
  /// The log for the page's mistakes.
  let log: PageLog
  /// The products that the pages have loaded and can therefore buy.
  var products = ProductCache()

  private weak var bridge: Bridge?
  private var document: InitializedDocument?
  private var kept = KeptEvents()
  /// The account whose transactions the kept events are about.
  private var keptUser: String?
  /// The delivery of events that is in progress; nil if there is none.
  private var delivery: Delivery?
  /// Whether a pause before the next delivery is in progress.
  private var isPausing = false
  /// The questions that wait until every earlier event for which the page has a handler was sent.
  private var waiting: [OneShot<Void>] = []
  private let clock: any Clock<Duration>

  /// The client that serves the pages.
  var client: OnsideClient { delegate.client }

  /// Installs the protocol in a bridge. The bridge must serve the pages of one web view only.
  ///
  /// - Parameter delegate: the delegate of the client that serves the pages. The bridges of one client share it.
  package static func install(
    in bridge: Bridge, delegate: OnsidePagesDelegate, configuration: OnsideJS.Configuration,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    let page = OnsidePageBridge(bridge, delegate, configuration, clock)
    bridge.install(OnsideDialect(capabilities: page.capabilities, policy: configuration.policy, log: page.log))
    delegate.add(page)
    page.client.queue.add(observer: page)
  }

  private init(
    _ bridge: Bridge, _ delegate: OnsidePagesDelegate, _ configuration: OnsideJS.Configuration,
    _ clock: any Clock<Duration>
  ) {
    self.bridge = bridge
    self.clock = clock
    self.delegate = delegate
    self.configuration = configuration
    log = PageLog(delegate.client.log)
  }

  // MARK: Documents

  /// Returns whether this document has been initialized.
  func isInitialized(_ id: DocumentID) -> Bool { document?.id == id }

  /// Records that a document has called `initializeOnside`.
  func initialize(_ id: DocumentID) {
    guard !isInitialized(id) else { return }
    document = InitializedDocument(id)
    kept.documentDidChange(to: id)
  }

  /// Takes the page's report of the callbacks that have handlers, and delivers the events for them.
  func handlersDidChange(_ report: JSONValue, in id: DocumentID) {
    guard isInitialized(id) else { return }
    document?.take(report)
    deliver()
  }

  /// The conversation with the initialized document; nil if the document no longer exists or the policy refuses it.
  private var conversation: Conversation? {
    guard let document, let conversation = bridge?.conversation(with: document.id),
      configuration.policy.refusal(of: conversation.frame) == nil
    else { return nil }
    return conversation
  }

  // MARK: Events

  private func report(_ event: PageEvent) {
    // An event that comes with a change of the user, such as the removal of the previous user's transactions, is only
    // for the current document, which has received those transactions before. Another document must not receive them.
    let isOfLastUser = forgetOtherUsers() && event.isAboutUser
    if isOfLastUser, document == nil { return }
    let dropped = kept.append(event, for: isOfLastUser ? document?.id : nil)
    if dropped > 0 {
      let events = dropped == 1 ? "the oldest event is" : "the \(dropped) oldest events are"
      client.log("No page has received events for a long time; \(events) dropped.")
    }
    deliver()
  }

  /// Removes the kept events about another user. Returns whether one user has replaced another since the last call.
  private func forgetOtherUsers() -> Bool {
    let user = client.visibleAccount
    guard user != keptUser else { return false }
    defer { keptUser = user }
    guard keptUser != nil else { return false }
    kept.userDidChange()
    return true
  }

  /// Delivers, in one call, all events for which the page has handlers. Events that are raised meanwhile follow in the
  /// next call, so that events arrive in the order in which they were raised.
  private func deliver() {
    _ = forgetOtherUsers()
    guard delivery == nil, let document, let conversation else { return }
    let entries = kept.events(of: document.callbacks)
    guard !entries.isEmpty else { return }
    let delivery = Delivery(entries: entries, recipient: document, latest: kept.latest)
    self.delivery = delivery
    let events = JSONValue.array(entries.map(\.event.json))
    Task {
      let result: Result<JSONValue?, any Error>
      self.delivery?.isOnItsWay = true
      // The questions continue after the call has begun, because this task runs until then without a pause.
      didCatchUp()
      do {
        result = .success(
          try await conversation.call(OnsideDialect.events, events, in: OnsideContract.dialect, deadline: .never))
      } catch {
        result = .failure(error)
      }
      self.delivery = nil
      if didEnd(delivery, result) { deliver() }
      didCatchUp()
    }
  }

  /// The pause before the next attempt to reach a congested page.
  static let pause = Duration.seconds(1)

  /// Delivers the events after a pause, because no notification reports when a congested page can take calls again.
  private func deliverLater() {
    guard !isPausing else { return }
    isPausing = true
    Task { [weak self, clock] in
      try? await clock.sleep(for: Self.pause)  // this task is never cancelled
      self?.isPausing = false
      self?.deliver()
      self?.didCatchUp()
    }
  }

  /// A delivery of events to a document.
  private struct Delivery {
    let entries: [KeptEvents.Entry]
    /// The document's state at the time of sending.
    let recipient: InitializedDocument
    /// The number of events that had been raised at the time of sending.
    let latest: UInt64
    /// Whether the call with the events has begun, so that the page gets the events before any later call.
    var isOnItsWay = false
  }

  /// Takes the result of a delivery. Returns whether there may be more to deliver.
  private func didEnd(_ delivery: Delivery, _ result: Result<JSONValue?, any Error>) -> Bool {
    let entries = delivery.entries
    switch result {
    case .success(let answer):
      let missed = Set(answer?["missed"]?.arrayValue?.compactMap(\.numberValue) ?? [])
      let taken = entries.enumerated().filter { !missed.contains(Double($0.offset)) }.map(\.element.number)
      kept.remove(Set(taken))
      guard isInitialized(delivery.recipient.id) else { return true }
      document?.take(answer?["handlers"])
      // Return false if the page has taken no event and nothing has changed on either side. Otherwise the same delivery
      // would repeat forever.
      return !taken.isEmpty || document?.changes != delivery.recipient.changes || kept.latest != delivery.latest
    case .failure(PageCallError.congested):
      deliverLater()
      return false
    case .failure(PageCallError.notSent):
      return true
    case .failure(PageCallError.unsupported):
      return false
    case .failure:
      // Do not send the events again, because the document no longer exists or could not take them.
      kept.remove(Set(entries.map(\.number)))
      return true
    }
  }

  // MARK: Gate

  /// Asks the page whether a transaction may continue. The answer is false only if the page's handler returns false.
  /// Waits without a timeout while the document exists, because the page may show the user a dialog.
  func shouldContinue(_ transaction: OnsidePaymentTransaction, in storefront: OnsideStorefront) async -> Bool {
    let question: JSONValue = ["transaction": transaction.json, "storefront": storefront.json]
    while !Task.isCancelled {
      do {
        // The page must get the transaction's event before the question, so wait until that event was sent. Calls
        // arrive in the order in which they are sent.
        while isBehind {
          let end = OneShot<Void>()
          waiting.append(end)
          try await end.value()
        }
        guard let conversation else { return true }
        let answer = try await conversation.call(
          OnsideDialect.question, question, in: OnsideContract.dialect, deadline: .never)
        return answer != .bool(false)
      } catch PageCallError.congested {
        // The document exists, but has not received the question, so ask again after a pause.
        try? await clock.sleep(for: Self.pause)  // a cancelled question ends the loop
      } catch {
        return true  // the document no longer exists, or the question was cancelled
      }
    }
    return true
  }

  /// Whether there are events that would reach the page only after a call that is made now.
  private var isBehind: Bool { isPausing || delivery.map { !$0.isOnItsWay || $0.latest != kept.latest } ?? false }

  /// Continues the questions that wait, if no event holds them back any more.
  private func didCatchUp() {
    guard !isBehind else { return }
    for end in waiting { end.settle(.success(())) }
    waiting = []
  }
}

extension OnsidePageBridge: OnsidePaymentTransactionObserver {
  package func onsidePaymentQueue(
    _ queue: any OnsidePaymentQueue, updatedTransactions: [OnsidePaymentTransaction]
  ) {
    report(.transactionsUpdated(updatedTransactions))
  }

  package func onsidePaymentQueue(
    _ queue: any OnsidePaymentQueue, removedTransactions: [OnsidePaymentTransaction]
  ) {
    report(.transactionsRemoved(removedTransactions))
  }

  package func onsidePaymentQueueRestoreCompletedTransactionsFinished(_ queue: any OnsidePaymentQueue) {
    report(.restoreFinished)
  }

  package func onsidePaymentQueue(
    _ queue: any OnsidePaymentQueue,
    restoreCompletedTransactionsFailedWithError error: OnsideTransactionsRestoreError
  ) {
    report(.restoreFailed(error))
  }

  package func onsidePaymentQueueDidChangeStorefront(_ queue: any OnsidePaymentQueue) {
    report(.storefrontChanged(queue.storefront))
  }
}
