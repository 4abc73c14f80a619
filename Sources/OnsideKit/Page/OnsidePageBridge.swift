import Causeway
import CausewayJSON
import CausewayPrompts
import OnsideCore

/// The app's side of `window.onside` for the pages of one web view: an observer of the queue that tells them what happens.
///
/// The bridge that it is installed in keeps it.
@MainActor package final class OnsidePageBridge {
  let client: OnsideClient
  let configuration: OnsideJS.Configuration
  /// What this client's web views have in common.
  let delegate: OnsidePagesDelegate
  /// What the page's mistakes come to.
  let log: PageLog
  /// The products that may be bought.
  var products = ProductCache()

  private weak var bridge: Bridge?
  private var document: InitializedDocument?
  private var kept = KeptEvents()
  /// Whose transactions they are about.
  private var keptUser: String?
  /// What the page is being told.
  private var delivery: Delivery?
  /// Whether a delivery is tried again after a pause.
  private var isPausing = false
  /// Who waits until the page was told everything that it has handlers for.
  private var waiting: [OneShot<Void>] = []
  private let clock: any Clock<Duration>

  /// Makes the pages of a bridge speak the protocol. The bridge must have the pages of one web view only.
  package static func install(
    in bridge: Bridge, client: OnsideClient, configuration: OnsideJS.Configuration,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    let page = OnsidePageBridge(bridge, client, configuration, clock)
    bridge.install(OnsideDialect(capabilities: page.capabilities, policy: configuration.policy, log: page.log))
    page.delegate.add(page)
    client.queue.add(observer: page)
  }

  private init(
    _ bridge: Bridge, _ client: OnsideClient, _ configuration: OnsideJS.Configuration, _ clock: any Clock<Duration>
  ) {
    self.bridge = bridge
    self.clock = clock
    self.client = client
    self.configuration = configuration
    log = PageLog(client.log)
    delegate = OnsidePagesDelegate.shared(by: client)
  }

  // MARK: Documents

  /// Whether this document has been initialised.
  func isInitialized(_ id: DocumentID) -> Bool { document?.id == id }

  /// A document has called `initializeOnside`.
  func initialize(_ id: DocumentID) {
    guard !isInitialized(id) else { return }
    document = InitializedDocument(id)
    kept.documentDidChange(to: id)
  }

  /// The page reports which callbacks have handlers.
  func handlersDidChange(_ report: JSONValue, in id: DocumentID) {
    guard isInitialized(id) else { return }
    document?.take(report)
    deliver()
  }

  /// The conversation with the document that was initialised, as long as it may be told anything.
  private var conversation: Conversation? {
    guard let document, let conversation = bridge?.conversation(with: document.id),
      configuration.policy.refusal(of: conversation.frame) == nil
    else { return nil }
    return conversation
  }

  // MARK: Events

  private func tell(_ event: PageEvent) {
    // What a change of the user takes away, the page may hear that has it, and no other.
    let isOfLastUser = forgetOtherUsers() && event.isAboutUser
    if isOfLastUser, document == nil { return }
    let dropped = kept.append(event, for: isOfLastUser ? document?.id : nil)
    if dropped > 0 { client.log("No page took events for long; \(dropped) of the oldest are dropped.") }
    deliver()
  }

  /// Lets go of what was about another user; gives whether somebody else is logged in since.
  private func forgetOtherUsers() -> Bool {
    let user = client.visibleAccount
    guard user != keptUser else { return false }
    defer { keptUser = user }
    guard keptUser != nil else { return false }
    kept.userDidChange()
    return true
  }

  /// Hands over what the page has handlers for: all of it at once, and what comes meanwhile after that, so that events
  /// arrive in the order in which they were raised.
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
      do {
        result = .success(
          try await conversation.call(OnsideDialect.events, events, in: OnsideContract.dialect, deadline: .never))
      } catch {
        result = .failure(error)
      }
      self.delivery = nil
      if didEnd(delivery, result) { deliver() }
      if !isBehind { didCatchUp() }
    }
  }

  /// How long a page that takes nothing is left alone.
  static let pause = Duration.seconds(1)

  /// Nobody says when a page takes something again.
  private func deliverLater() {
    guard !isPausing else { return }
    isPausing = true
    Task { [weak self, clock] in
      try? await clock.sleep(for: Self.pause)  // nothing cuts it short
      self?.isPausing = false
      self?.deliver()
    }
  }

  /// Events on their way to a document.
  private struct Delivery {
    let entries: [KeptEvents.Entry]
    /// As it was when they left.
    let recipient: InitializedDocument
    /// How many events there were by then.
    let latest: UInt64
    /// Whether the page gets it before whatever is said to it now.
    var isOnItsWay = false
  }

  /// Notes what became of a delivery; gives whether there may be more to deliver.
  private func didEnd(_ delivery: Delivery, _ result: Result<JSONValue?, any Error>) -> Bool {
    let entries = delivery.entries
    switch result {
    case .success(let answer):
      let missed = Set(answer?["missed"]?.arrayValue?.compactMap(\.numberValue) ?? [])
      let taken = entries.enumerated().filter { !missed.contains(Double($0.offset)) }.map(\.element.number)
      kept.remove(Set(taken))
      guard isInitialized(delivery.recipient.id) else { return true }
      document?.take(answer?["handlers"])
      // A page that takes nothing would be told the same for ever, if there is nothing new on either side.
      return !taken.isEmpty || document?.changes != delivery.recipient.changes || kept.latest != delivery.latest
    case .failure(PageCallError.congested):
      deliverLater()
      return false
    case .failure(PageCallError.notSent):
      return true
    case .failure(PageCallError.unsupported):
      return false
    case .failure:
      // They were handed to a document that is gone, or could not take them: they are not sent again.
      kept.remove(Set(entries.map(\.number)))
      return true
    }
  }

  // MARK: Gate

  /// Asks the page whether a transaction may go on: false only if the page says so. Waits for the answer as long as the
  /// document is there: a page may show its user a dialog.
  func shouldContinue(_ transaction: OnsidePaymentTransaction, in storefront: OnsideStorefront) async -> Bool {
    let question: JSONValue = ["transaction": transaction.json, "storefront": storefront.json]
    while !Task.isCancelled {
      do {
        // The page hears of the transaction before it is asked about it. What is on its way arrives before the question.
        if isBehind {
          let end = OneShot<Void>()
          waiting.append(end)
          try await end.value()
        }
        guard let conversation else { return true }
        let answer = try await conversation.call(
          OnsideDialect.question, question, in: OnsideContract.dialect, deadline: .never)
        return answer != .bool(false)
      } catch PageCallError.congested {
        // The document is there, and was not asked yet.
        try? await clock.sleep(for: Self.pause)  // a cancelled question ends the loop
      } catch {
        return true  // the document is gone, or the question was cancelled
      }
    }
    return true
  }

  /// Whether there are events that the page would hear of only after what is said to it now.
  private var isBehind: Bool { delivery.map { !$0.isOnItsWay || $0.latest != kept.latest } ?? false }

  private func didCatchUp() {
    for end in waiting { end.settle(.success(())) }
    waiting = []
  }
}

extension OnsidePageBridge: OnsidePaymentTransactionObserver {
  package func onsidePaymentQueue(
    _ queue: any OnsidePaymentQueue, updatedTransactions: [OnsidePaymentTransaction]
  ) {
    tell(.transactionsUpdated(updatedTransactions))
  }

  package func onsidePaymentQueue(
    _ queue: any OnsidePaymentQueue, removedTransactions: [OnsidePaymentTransaction]
  ) {
    tell(.transactionsRemoved(removedTransactions))
  }

  package func onsidePaymentQueueRestoreCompletedTransactionsFinished(_ queue: any OnsidePaymentQueue) {
    tell(.restoreFinished)
  }

  package func onsidePaymentQueue(
    _ queue: any OnsidePaymentQueue,
    restoreCompletedTransactionsFailedWithError error: OnsideTransactionsRestoreError
  ) {
    tell(.restoreFailed(error))
  }

  package func onsidePaymentQueueDidChangeStorefront(_ queue: any OnsidePaymentQueue) {
    tell(.storefrontChanged(queue.storefront))
  }
}
