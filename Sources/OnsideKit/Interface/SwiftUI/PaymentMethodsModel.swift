#if canImport(SwiftUI) && (canImport(UIKit) || canImport(AppKit))
import CausewayPrompts
import OnsideCore
import SwiftUI

/// The observable state of a payment methods screen.
@MainActor final class PaymentMethodsModel: ObservableObject {
  /// The reason why the screen ends.
  enum End {
    case closed
    case notSupportedInLocalTesting
  }

  let flow: PaymentMethodsFlow
  private let outcome = OneShot<End>()

  init(_ screen: OnsidePaymentMethodsScreen) {
    flow = PaymentMethodsFlow(screen)
    flow.onChange = { [weak self] in self?.objectWillChange.send() }
    flow.onNotSupported = { [outcome] in outcome.settle(.success(.notSupportedInLocalTesting)) }
    flow.load()
  }

  /// Waits until the user closes the screen. Cancelling the task closes it too.
  func result() async -> End {
    let result = (try? await outcome.value()) ?? .closed
    flow.end()
    return result
  }

  func close() { outcome.settle(.success(.closed)) }
}
#endif
