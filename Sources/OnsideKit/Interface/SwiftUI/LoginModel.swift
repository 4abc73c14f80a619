#if canImport(SwiftUI) && (canImport(UIKit) || canImport(AppKit))
import Causeway
import OnsideCore
import SwiftUI

/// What a login does at present.
@MainActor final class LoginModel: ObservableObject {
  @Published private(set) var isUnderWay = false
  /// What went wrong, in words.
  @Published var message: String?
  /// Called when the user dismisses it.
  var onDismiss: @MainActor () -> Void = {}
  private let screen: OnsideLoginScreen
  /// Ends with whether the user is logged in.
  private let outcome = Settlement<Bool>()
  private var submission: Task<Void, Never>?
  private var isDismissed = false
  private var isLoggedIn = false

  init(_ screen: OnsideLoginScreen) {
    self.screen = screen
  }

  /// Waits for the end: whether the user is logged in. Cancelling the task dismisses the login.
  func result() async -> Bool {
    if let result = try? await outcome.value() { return result }
    dismiss()
    await submission?.value
    return isLoggedIn
  }

  /// Whoever dismisses a login that is under way may be logged in nevertheless: it is waited for.
  func dismiss() {
    guard !isDismissed else { return }
    isDismissed = true
    onDismiss()
    if let submission { submission.cancel() } else { outcome.settle(.success(false)) }
  }

  func submit(_ credential: OnsideCredential) {
    guard submission == nil, !isDismissed else { return }
    isUnderWay = true
    message = nil
    submission = Task { [weak self, submit = screen.submit] in
      do throws(OnsideServiceError) {
        try await submit(credential)
        self?.didEnd(nil)
      } catch {
        self?.didEnd(error)
      }
    }
  }

  private func didEnd(_ error: OnsideServiceError?) {
    submission = nil
    isUnderWay = false
    isLoggedIn = error == nil
    message = error?.userMessage
    if isLoggedIn || isDismissed { outcome.settle(.success(isLoggedIn)) }
  }
}
#endif
