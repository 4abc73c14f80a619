import Foundation
import OnsideCore

/// What a screen of the payment methods shows and does, on every platform.
@MainActor final class PaymentMethodsFlow {
  /// What the user sees.
  enum Page: Hashable {
    /// The payment methods.
    case list
    /// The fields of a new card.
    case card
  }

  /// What the store is asked for at present.
  enum Work: Hashable {
    case loading, adding, changing, removing

    /// What a screen says of it.
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
  /// The payment methods, as far as the store has said; nil until then.
  private(set) var methods: [OnsidePaymentMethod]?
  private(set) var work: Work?
  /// What went wrong, in words.
  private(set) var problem: String?
  /// The change that is under way: it is not cancelled, even when the screen has gone. The store may have begun with it.
  private(set) var change: Task<Void, Never>?

  /// Called when any of these is another.
  var onChange: @MainActor () -> Void = {}
  /// Called before that if the payment methods are others, which the user has not seen yet.
  var onNews: @MainActor () -> Void = {}
  /// Called when there are no payment methods at all, in local testing.
  var onNotSupported: @MainActor () -> Void = {}

  private let screen: OnsidePaymentMethodsScreen
  private var loading: Task<Void, Never>?
  private var isOver = false
  /// The card that was sent last and may have been added, with its idempotency key: it is sent again under the same one.
  private var unansweredCard: (card: OnsideCard, key: UUID)?

  init(_ screen: OnsidePaymentMethodsScreen) {
    self.screen = screen
  }

  /// Ends what only reads: the screen goes.
  func end() {
    isOver = true
    unansweredCard = nil
    loading?.cancel()
  }

  // MARK: What the user does

  /// Asks the store for the list.
  func load() {
    guard work == nil, !isOver else { return }
    begin(.loading)
    loading = Task { [weak self, screen] in
      let result = await Self.methods(of: screen)
      // A change has begun, or the screen has gone.
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

  /// Goes back to the list. If it is not known whether a card was added, the list says so.
  func leaveCard() {
    guard page == .card, work == nil || work == .loading else { return }
    let isUnclear = unansweredCard != nil
    (page, problem, unansweredCard) = (.list, nil, nil)
    onChange()
    if isUnclear { load() }
  }

  /// Takes what went wrong away, when the user has begun to correct it.
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

  /// Makes one the default one.
  func use(_ method: OnsidePaymentMethod) {
    perform(.changing) { (screen) async throws(OnsideServiceError) in
      try await screen.use(method.id)
      return { methods in methods.map { $0.isUsed($0.id == method.id) } }
    }
  }

  /// Removes one. Which one is the default one then is the store's to say.
  func remove(_ method: OnsidePaymentMethod) {
    perform(.removing) { (screen) async throws(OnsideServiceError) in
      try await screen.remove(method.id)
      return { methods in methods.filter { $0.id != method.id } }
    }
  }

  // MARK: What becomes of it

  private typealias Effect = @MainActor ([OnsidePaymentMethod]) -> [OnsidePaymentMethod]

  private func begin(_ work: Work) {
    (self.work, problem) = (work, nil)
    onChange()
  }

  /// Changes something. What the store has done is shown at once; the list is loaded afterwards, for itself, so that a
  /// failure of that is not taken for a failure of the change.
  /// - Parameter change: asks the store, and gives what that does to the list.
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
    // The store has said no: the next card is another one.
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
      // After a change the list is there, as far as it is known: then it is the list that is wrong, not the change.
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
  /// The same, as the default one or not.
  fileprivate func isUsed(_ isUsed: Bool) -> OnsidePaymentMethod {
    var method = self
    method.isDefault = isUsed
    return method
  }
}
