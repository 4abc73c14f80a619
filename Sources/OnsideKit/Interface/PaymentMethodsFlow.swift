import Foundation
import OnsideCore

/// The state and the actions of a payment methods screen, on every platform.
@MainActor final class PaymentMethodsFlow {
  /// The page that the user sees.
  enum Page: Hashable {
    /// The payment methods.
    case list
    /// The fields of a new card.
    case card
  }

  /// The store request that is in progress.
  enum Work: Hashable {
    case loading, adding, changing, removing

    /// The text that a screen shows meanwhile.
    var text: String {
      switch self {
      case .loading: "Loading …"
      case .adding: "Adding …"
      case .changing: "Changing …"
      case .removing: "Removing …"
      }
    }
  }

  private(set) var page = Page.list
  /// The payment methods, as far as the store has reported them; nil before its first report.
  private(set) var methods: [OnsidePaymentMethod]?
  private(set) var work: Work?
  /// The error text for the user; nil if there is no error.
  private(set) var problem: String?
  /// The change that is in progress. It is not cancelled, even if the screen is gone, because the store may have begun
  /// it.
  private(set) var change: Task<Void, Never>?

  /// Called when a property above has changed.
  var onChange: @MainActor () -> Void = {}
  /// Called before `onChange` if the list of payment methods has changed, so that the user has not seen it yet.
  var onNews: @MainActor () -> Void = {}
  /// Called when the store has no payment methods at all, as in local testing.
  var onNotSupported: @MainActor () -> Void = {}

  private let screen: OnsidePaymentMethodsScreen
  private var loading: Task<Void, Never>?
  private var isOver = false
  /// The card that was sent last and may have been added, with its idempotency key. The same card is sent again with
  /// the same key, so that the store does not add it twice.
  private var unansweredCard: (card: OnsideCard, key: UUID)?

  init(_ screen: OnsidePaymentMethodsScreen) {
    self.screen = screen
  }

  /// Stops loading, because the screen closes. A change that is in progress continues.
  func end() {
    isOver = true
    unansweredCard = nil
    loading?.cancel()
  }

  // MARK: User actions

  /// Asks the store for the list.
  func load() {
    guard work == nil, !isOver else { return }
    begin(.loading)
    loading = Task { [weak self, screen] in
      let result = await Self.methods(of: screen)
      // The task is cancelled if a change has begun or the screen is gone.
      guard !Task.isCancelled else { return }
      self?.didLoad(result)
    }
  }

  /// Shows the fields of a new card.
  func askForCard() {
    guard work == nil || work == .loading else { return }
    (page, problem) = (.card, nil)
    onChange()
  }

  /// Goes back to the list. Loads the list again if it is not known whether a card was added.
  func leaveCard() {
    guard page == .card, work == nil || work == .loading else { return }
    let isUnclear = unansweredCard != nil
    (page, problem, unansweredCard) = (.list, nil, nil)
    onChange()
    if isUnclear { load() }
  }

  /// Removes the error text, because the user has begun to correct the input.
  func forgetProblem() {
    guard problem != nil, work == nil else { return }
    problem = nil
    onChange()
  }

  /// Adds a card.
  func add(_ card: OnsideCard) {
    let key = unansweredCard.flatMap { $0.card == card ? $0.key : nil } ?? UUID()
    unansweredCard = (card, key)
    perform(.adding) { (screen) async throws(OnsideServiceError) in
      let added = try await screen.add(card, key)
      return { methods in methods.filter { $0.id != added.id }.map { $0.isUsed(false) } + [added] }
    }
  }

  /// Makes a payment method the default one.
  func use(_ method: OnsidePaymentMethod) {
    perform(.changing) { (screen) async throws(OnsideServiceError) in
      try await screen.use(method.id)
      return { methods in methods.map { $0.isUsed($0.id == method.id) } }
    }
  }

  /// Removes a payment method. The store decides which one is the default then.
  func remove(_ method: OnsidePaymentMethod) {
    perform(.removing) { (screen) async throws(OnsideServiceError) in
      try await screen.remove(method.id)
      return { methods in methods.filter { $0.id != method.id } }
    }
  }

  // MARK: Results

  private typealias Effect = @MainActor ([OnsidePaymentMethod]) -> [OnsidePaymentMethod]

  private func begin(_ work: Work) {
    (self.work, problem) = (work, nil)
    onChange()
  }

  /// Performs a change, and shows its effect at once. A separate request loads the list afterwards, so that its failure
  /// is not mistaken for a failure of the change.
  /// - Parameter change: sends the change to the store, and returns its effect on the list.
  private func perform(
    _ work: Work,
    _ change: @escaping @MainActor (OnsidePaymentMethodsScreen) async throws(OnsideServiceError) -> Effect
  ) {
    guard self.work == nil || self.work == .loading, !isOver else { return }
    loading?.cancel()
    begin(work)
    self.change = Task { [weak self, screen] in
      do throws(OnsideServiceError) {
        let effect = try await change(screen)
        self?.didChange(effect)
      } catch {
        self?.didNotChange(error)
      }
    }
  }

  private func didChange(_ effect: Effect) {
    (change, work, unansweredCard) = (nil, nil, nil)
    guard !isOver else { return }
    page = .list
    methods = effect(methods ?? [])
    onNews()
    load()
  }

  private func didNotChange(_ error: OnsideServiceError) {
    (change, work) = (nil, nil)
    // The store has refused the card, so the next attempt is a new request with a new key.
    if case .refused = error { unansweredCard = nil }
    fail(error.userMessage)
  }

  private static func methods(
    of screen: OnsidePaymentMethodsScreen
  ) async -> Result<[OnsidePaymentMethod], OnsideServiceError> {
    do throws(OnsideServiceError) {
      return .success(try await screen.load())
    } catch {
      return .failure(error)
    }
  }

  private func didLoad(_ result: Result<[OnsidePaymentMethod], OnsideServiceError>) {
    guard !isOver else { return }
    work = nil
    switch result {
    case .success(let methods):
      let isNews = methods != self.methods
      self.methods = methods
      if isNews { onNews() }
      onChange()
    case .failure(let error):
      if error == .notSupportedInLocalTesting { onNotSupported() }
      // If a list is shown, the text must say that loading failed: otherwise the user could think that a change failed.
      fail(methods == nil ? error.userMessage : "The list could not be loaded. \(error.userMessage)")
    }
  }

  private func fail(_ text: String) {
    guard !isOver else { return }
    problem = text
    onChange()
  }
}

extension OnsidePaymentMethod {
  /// Returns a copy that is the default one or not.
  fileprivate func isUsed(_ isUsed: Bool) -> OnsidePaymentMethod {
    var method = self
    method.isDefault = isUsed
    return method
  }
}
