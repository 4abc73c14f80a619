import CausewayPrompts
import Foundation
import OnsideCore

/// The model of a payment methods screen, which is shown separately or as a part of a payment sheet.
@MainActor package final class PaymentMethodsModel: ScreenModel<PaymentMethodsState> {
  /// The reason why the screen ends.
  package enum End {
    case closed
    case notSupportedInLocalTesting
  }

  /// The change that is in progress. It is not cancelled when the screen closes, because the store may already have
  /// received it.
  package private(set) var change: Task<Void, Never>?

  private let screen: OnsidePaymentMethodsScreen
  private let delay: ApprovalDelay
  private let today: @MainActor () -> Date
  private let end = OneShot<End>()
  private var isOver = false
  private var loading: Task<Void, Never>?
  /// The card that was sent last and may have been added, with its idempotency key. The same card is sent again with
  /// the same key, so that the store does not add it twice.
  private var unansweredCard: (card: OnsideCard, key: UUID)?

  /// Creates the model, and begins to load the list.
  /// - Parameters:
  ///   - delay: the delay before the list can be changed. The model observes it.
  ///   - leave: the title of the button that leaves the list.
  package init(
    _ screen: OnsidePaymentMethodsScreen, delay: ApprovalDelay, leave: String = PaymentMethodsText.close,
    today: @escaping @MainActor () -> Date = { Date() }
  ) {
    self.screen = screen
    self.delay = delay
    self.today = today
    super.init(PaymentMethodsState(requestingOrigin: screen.shownOrigin, leave: leave, isRead: delay.isOver))
    delay.onChange = { [weak self] in
      guard let self else { return }
      update { $0.isRead = self.delay.isOver }
    }
    load()
  }

  /// Waits until the user leaves the screen. Cancelling the task also leaves the screen.
  package func result() async -> End {
    let result = (try? await end.value()) ?? .closed
    finish(result)
    return result
  }

  private func finish(_ result: End) {
    isOver = true
    unansweredCard = nil
    // Cancel only the loading of the list. A change that is in progress continues.
    loading?.cancel()
    end.settle(.success(result))
  }

  // MARK: User actions

  /// Begins the delay, because the user now sees the screen.
  package func didAppear() { delay.begin() }

  package func leave() { finish(.closed) }

  /// Asks the store for the list of payment methods.
  package func load() {
    guard state.isIdle, !isOver else { return }
    update { $0.begin(.loading) }
    loading = Task { [weak self, screen] in
      let result = await Self.methods(of: screen)
      // The task is cancelled if a change has begun or the screen has closed.
      guard !Task.isCancelled else { return }
      self?.didLoad(result)
    }
  }

  /// Makes a payment method the default one.
  package func use(_ id: OnsidePaymentMethod.ID) {
    guard state.canChange else { return }
    perform(.changing) { (screen) async throws(OnsideServiceError) in
      try await screen.use(id)
      return { methods in methods.map { $0.isUsed($0.id == id) } }
    }
  }

  /// Asks whether to remove a payment method.
  package func askToRemove(_ id: OnsidePaymentMethod.ID) {
    guard state.canChange else { return }
    update {
      $0.removalCandidate = id
      // Put the focus on the safe answer.
      $0.focus.move(to: .keep(id))
    }
  }

  /// Keeps the payment method: the other answer to the question of ``askToRemove(_:)``.
  package func keep() {
    guard let id = state.removalCandidate else { return }
    update {
      $0.removalCandidate = nil
      if $0.isIdle { $0.focus.move(to: .remove(id)) }
    }
  }

  /// Removes a payment method. The store decides which of the other payment methods becomes the default one.
  package func remove(_ id: OnsidePaymentMethod.ID) {
    guard state.canChange else { return }
    perform(.removing) { (screen) async throws(OnsideServiceError) in
      try await screen.remove(id)
      return { methods in methods.filter { $0.id != id } }
    }
  }

  // MARK: User actions on the card form

  /// Shows the form of a new card.
  package func askForCard() {
    guard state.work == nil || state.work == .loading else { return }
    update {
      ($0.page, $0.problem, $0.card, $0.removalCandidate) = (.card, nil, CardForm(), nil)
      $0.focus.move(to: .field(.number))
    }
  }

  /// Sets the text of a field. Removes the error text, because the user has begun to correct the input.
  package func type(_ text: String, in field: CardInput.Field) {
    guard state.page == .card, state.canEditCard, text != state.card[field] else { return }
    update {
      $0.card.type(text, in: field, on: today())
      if $0.isIdle { $0.problem = nil }
    }
  }

  /// Adds the card, unless its input has mistakes.
  package func addCard() {
    guard state.page == .card, state.canEditCard, !isOver else { return }
    var form = state.card
    guard let card = form.submit(on: today()) else {
      return update {
        $0.card = form
        if let field = form.firstMistake { $0.focus.move(to: .field(field)) }
      }
    }
    let key = unansweredCard.flatMap { $0.card == card ? $0.key : nil } ?? UUID()
    unansweredCard = (card, key)
    perform(.adding) { (screen) async throws(OnsideServiceError) in
      let added = try await screen.add(card, key)
      return { methods in methods.filter { $0.id != added.id }.map { $0.isUsed(false) } + [added] }
    }
  }

  /// Goes back to the list. Loads the list again if it is missing, or if it is unknown whether a card was added.
  package func leaveCard() {
    guard state.page == .card, state.canEditCard else { return }
    let isUnclear = unansweredCard != nil || state.methods == nil
    unansweredCard = nil
    update {
      ($0.page, $0.problem, $0.card) = (.list, nil, CardForm())
      $0.focus.move(to: $0.isIdle && !isUnclear ? .add : .leave)
    }
    if isUnclear { load() }
  }

  // MARK: Results

  private typealias Effect = @MainActor ([OnsidePaymentMethod]) -> [OnsidePaymentMethod]

  /// Performs a change, and shows its effect at once. A separate request loads the list afterwards, so that its failure
  /// is not mistaken for a failure of the change.
  /// - Parameter change: sends the change to the store, and returns its effect on the list.
  private func perform(
    _ work: PaymentMethodsState.Work,
    _ change: @escaping @MainActor (OnsidePaymentMethodsScreen) async throws(OnsideServiceError) -> Effect
  ) {
    guard !isOver else { return }
    loading?.cancel()
    update { $0.begin(work) }
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
    (change, unansweredCard) = (nil, nil)
    guard !isOver else { return }
    update {
      ($0.page, $0.work, $0.card, $0.removalCandidate) = (.list, nil, CardForm(), nil)
      $0.methods = effect($0.methods ?? [])
      $0.focus.move(to: .leave)
    }
    delay.beginAgain()
    load()
  }

  private func didNotChange(_ error: OnsideServiceError) {
    change = nil
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
    switch result {
    case .success(let methods):
      let (isFirst, isNews) = (state.methods == nil, state.methods != methods)
      update {
        ($0.methods, $0.work) = (methods, nil)
        if isNews { $0.removalCandidate = nil }
        if methods.isEmpty { $0.moveListFocus(to: .add) } else if !isFirst { $0.moveListFocus(to: .leave) }
      }
      // Begin the delay again, because the user has not seen this list yet.
      if isNews { delay.beginAgain() }
    case .failure(.notSupportedInLocalTesting): finish(.notSupportedInLocalTesting)
    // If a list is shown, say that its loading failed. Otherwise the user could think that a change failed.
    case .failure(let error):
      fail(state.methods == nil ? error.userMessage : "The list could not be loaded. \(error.userMessage)")
    }
  }

  private func fail(_ text: String) {
    guard !isOver else { return }
    update {
      let wasAdding = $0.work == .adding
      ($0.work, $0.problem) = (nil, text)
      if wasAdding { $0.focus.move(to: .field(.number)) } else { $0.moveListFocus(to: .retry) }
    }
  }
}

extension PaymentMethodsState {
  fileprivate mutating func begin(_ work: Work) { (self.work, problem) = (work, nil) }

  /// Moves the focus to the part with which the user is likely to continue, because the pressed button was disabled in
  /// the meantime and has lost the focus. Has no effect while the user fills in the card form.
  fileprivate mutating func moveListFocus(to part: Part) {
    if page == .list { focus.move(to: part) }
  }
}

extension OnsidePaymentMethod {
  /// Returns a copy with this value of `isDefault`.
  fileprivate func isUsed(_ isUsed: Bool) -> OnsidePaymentMethod {
    var method = self
    method.isDefault = isUsed
    return method
  }
}
