import Causeway
import CausewayText
import OnsideCore

/// With what a payment sheet pays, on every platform: the default payment method of the account, as the store names it.
@MainActor final class PaymentMethodChoice {
  /// What is known of it.
  enum State: Hashable {
    /// The store is asked. Nothing can be approved: the user could not know what is charged.
    case loading
    /// The sheet names this one, and no other one is charged.
    case method(OnsidePaymentMethod)
    /// The account has none: what costs something cannot be paid.
    case noMethod
    /// The store did not say. It charges the default one, if the user approves.
    case unknown
    /// There are no payment methods here, as in local testing: the sheet says nothing of them.
    case notOffered
  }

  private(set) var state: State
  /// Called when the state is another.
  var onChange: @MainActor () -> Void = {}

  private let screen: OnsidePaymentMethodsScreen?
  /// Whether paying costs anything now, as the button says.
  private let isCharged: Bool
  private var task: Task<Void, Never>?
  /// The changes that were under way when the store was asked. Every later question waits for them, too.
  private var changes: Task<Void, Never>?

  init(_ sheet: OnsidePaymentSheet) {
    screen = sheet.paymentMethods
    isCharged = (sheet.product.introductoryPrice?.price ?? sheet.product.price).value > 0
    state = screen == nil ? .notOffered : .loading
  }

  /// Asks the store. An answer to an earlier question that arrives later is of no effect.
  /// - Parameter change: a change of the payment methods that is under way: its end is waited for, because the store would
  ///   otherwise name the one of before.
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

  /// Asks no longer.
  func end() { task?.cancel() }

  /// Whether the user can know what is charged, as far as the store says it, and there is something that can be.
  var canPay: Bool {
    switch state {
    case .loading: false
    case .noMethod: !isCharged
    case .method, .unknown, .notOffered: true
    }
  }

  /// What the user approves by paying now.
  var approval: OnsidePaymentApproval {
    if case .method(let method) = state {
      OnsidePaymentApproval(paymentMethod: method.id)
    } else {
      OnsidePaymentApproval()
    }
  }

  /// What the sheet says; nil for nothing.
  var text: String? {
    switch state {
    case .loading: "…"
    case .method(let method): PageText(method.title).shown(limit: 60)
    case .noMethod: "No card yet"
    case .unknown: "Could not be loaded"
    case .notOffered: nil
    }
  }

  /// What the button says that changes it.
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
