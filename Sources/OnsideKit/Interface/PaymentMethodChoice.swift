import CausewayText
import OnsideCore

/// The payment method of a payment sheet, on every platform: the account's default one, as reported by the store.
@MainActor final class PaymentMethodChoice {
  /// What is known about the payment method.
  enum State: Hashable {
    /// A store request is in progress. The user cannot approve yet, because it is not known what is charged.
    case loading
    /// The sheet names this payment method, and the store charges no other one.
    case method(OnsidePaymentMethod)
    /// The account has no payment method, so the user can pay only what is free.
    case noMethod
    /// The store did not report the payment method. If the user approves, it charges the default one.
    case unknown
    /// There are no payment methods, as in local testing. The sheet does not mention them.
    case notOffered
  }

  private(set) var state: State
  /// Called when the state has changed.
  var onChange: @MainActor () -> Void = {}

  private let screen: OnsidePaymentMethodsScreen?
  /// Whether the payment costs something now. The button that pays says the same.
  private let isCharged: Bool
  private var task: Task<Void, Never>?
  /// The changes that were in progress at the time of any request. Every later request waits for them too.
  private var changes: Task<Void, Never>?

  init(_ sheet: OnsidePaymentSheet) {
    screen = sheet.paymentMethods
    isCharged = (sheet.product.introductoryPrice?.price ?? sheet.product.price).value > 0
    state = screen == nil ? .notOffered : .loading
  }

  /// Asks the store. A late answer to an earlier request has no effect.
  /// - Parameter change: a change of the payment methods that is in progress. The request waits for its end, because
  ///   otherwise the store would name the previous default.
  func load(after change: Task<Void, Never>? = nil) {
    guard let screen else { return }
    task?.cancel()
    set(.loading)
    if let change {
      changes = Task { [earlier = changes] in
        await earlier?.value
        await change.value
      }
    }
    task = Task { [weak self, changes = changes] in
      await changes?.value
      let state = await Self.state(of: screen)
      guard !Task.isCancelled else { return }
      self?.set(state)
    }
  }

  /// Cancels the store request.
  func end() { task?.cancel() }

  /// Whether the user may pay: the store request has ended, and there is a payment method if the payment costs
  /// something.
  var canPay: Bool {
    switch state {
    case .loading: false
    case .noMethod: !isCharged
    case .method, .unknown, .notOffered: true
    }
  }

  /// The approval to send if the user pays now.
  var approval: OnsidePaymentApproval {
    if case .method(let method) = state {
      OnsidePaymentApproval(paymentMethod: method.id)
    } else {
      OnsidePaymentApproval()
    }
  }

  /// The sheet's text about the payment method; nil if the sheet does not mention it.
  var text: String? {
    switch state {
    case .loading: "…"
    case .method(let method): PageText(method.title).shown(limit: 60)
    case .noMethod: "No card yet"
    case .unknown: "Could not be loaded"
    case .notOffered: nil
    }
  }

  /// The title of the button that changes the payment method.
  var changeTitle: String { state == .noMethod ? "Add a card" : "Change" }

  private func set(_ new: State) {
    guard new != state else { return }
    state = new
    onChange()
  }

  private static func state(of screen: OnsidePaymentMethodsScreen) async -> State {
    do throws(OnsideServiceError) {
      return try await screen.load().first(where: \.isDefault).map(State.method) ?? .noMethod
    } catch {
      return error == .notSupportedInLocalTesting ? .notOffered : .unknown
    }
  }
}
