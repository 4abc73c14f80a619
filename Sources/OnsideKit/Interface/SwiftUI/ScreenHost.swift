#if canImport(SwiftUI) && (canImport(UIKit) || canImport(AppKit))
import CausewayPrompts
import OnsideCore
import SwiftUI

#if canImport(UIKit)
/// The presenter of the SDK's screens in front of the app's screens.
@MainActor final class ScreenHost {
  /// A screen that is presented.
  @MainActor final class Presented: UIHostingController<AnyView> {
    /// Called when the screen goes away, because the user, the app or the SDK has closed it.
    fileprivate var onDismiss: @MainActor () -> Void = {}
    private let departure = OneShot<Void>()
    /// The task that waits until the screen is closed. Several callers wait for this task, and cancelling one of them
    /// must not end the wait of the others.
    private lazy var departed = Task { [departure] in _ = try? await departure.value() }
    private var isToClose = false
    private var isClosing = false

    /// Begins to close the screen. Has no effect if the screen is already closed.
    func beginToClose() {
      guard !isToClose else { return }
      isToClose = true
      dismissScreen()
    }

    /// Closes the screen, and waits until it is closed.
    func close() async {
      beginToClose()
      await departed.value
    }

    override func viewDidAppear(_ animated: Bool) {
      super.viewDidAppear(animated)
      // The screen could not be dismissed while it was appearing, or while the user began to swipe it down. It can be
      // dismissed in the next turn of the main loop.
      guard isToClose else { return }
      Task { dismissScreen() }
    }

    override func viewDidDisappear(_ animated: Bool) {
      super.viewDidDisappear(animated)
      // A screen that is covered by another screen still exists.
      guard isBeingDismissed || presentingViewController == nil || presentedViewController == nil else { return }
      onDismiss()
      // If `dismissScreen()` has dismissed the screen, its completion settles `departure`.
      guard !isClosing else { return }
      // The app or the user has dismissed the screen. UIKit completes the dismissal in this turn of the main loop, so
      // settle `departure` in a later one.
      Task { departure.settle(.success(())) }
    }

    private func dismissScreen() {
      guard !departure.isSettled, !isClosing, !isBeingPresented, !isBeingDismissed else { return }
      guard let presenter = presentingViewController else {
        departure.settle(.success(()))
        return
      }
      isClosing = true
      // Call the presenter's method. If the screen itself presents an alert, the screen's own method would dismiss only
      // the alert.
      presenter.dismiss(animated: true) { self.departure.settle(.success(())) }
    }
  }

  private let scene: @MainActor (OnsideScreen) -> UIWindowScene?

  init(scene: @escaping @MainActor (OnsideScreen) -> UIWindowScene?) {
    self.scene = scene
  }

  /// Shows a view. Returns nil if no window can show it.
  /// - Parameter onDismiss: called when the screen goes away, for any reason; perhaps more than once.
  func present(
    _ view: some View, _ screen: OnsideScreen, _ theme: OnsideUIThemeMode, onDismiss: @escaping @MainActor () -> Void
  ) -> Presented? {
    guard let top = topController(of: scene(screen) ?? foreground) else { return nil }
    let controller = Presented(rootView: AnyView(view))
    controller.overrideUserInterfaceStyle =
      switch theme {
      case .auto: .unspecified
      case .light: .light
      case .dark: .dark
      }
    controller.onDismiss = onDismiss
    top.present(controller, animated: true)
    // UIKit presents nothing if `top` is not in a window, or presents something already.
    return controller.presentingViewController == nil ? nil : controller
  }

  /// Returns the window in front of which the system shows a browser; nil if there is none.
  func anchor(for screen: OnsideScreen) -> UIWindow? {
    let scene = scene(screen) ?? foreground
    return scene?.windows.first { $0.isKeyWindow } ?? scene?.windows.first
  }

  private var foreground: UIWindowScene? {
    let scenes = UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }
    return scenes.first { $0.activationState == .foregroundActive } ?? scenes.first
  }

  private func topController(of scene: UIWindowScene?) -> UIViewController? {
    let window = scene?.windows.first { $0.isKeyWindow } ?? scene?.windows.first
    var top = window?.rootViewController
    while let next = top?.presentedViewController, !next.isBeingDismissed { top = next }
    return top
  }
}
#else
/// The presenter of the SDK's screens in front of the app's screens.
@MainActor final class ScreenHost {
  /// Returns the window in front of which the system shows a browser; nil if there is none.
  func anchor(for screen: OnsideScreen) -> NSWindow? {
    NSApplication.shared.keyWindow ?? NSApplication.shared.mainWindow
  }

  /// A screen that is presented.
  @MainActor final class Presented: NSObject, NSWindowDelegate {
    private let window: NSWindow
    private let onDismiss: @MainActor () -> Void
    private let departure = OneShot<Void>()
    /// The task that waits until the screen is closed. Several callers wait for this task, and cancelling one of them
    /// must not end the wait of the others.
    private lazy var departed = Task { [departure] in _ = try? await departure.value() }

    fileprivate init(_ window: NSWindow, onDismiss: @escaping @MainActor () -> Void) {
      self.window = window
      self.onDismiss = onDismiss
    }

    /// Begins to close the screen. Has no effect if the screen is already closed.
    func beginToClose() {
      guard !departure.isSettled else { return }
      if let parent = window.sheetParent { parent.endSheet(window) } else { window.close() }
    }

    /// Closes the screen, and waits until it is closed.
    func close() async {
      beginToClose()
      await departed.value
    }

    func windowWillClose(_ notification: Notification) { didGo() }

    fileprivate func didGo() {
      guard departure.settle(.success(())) else { return }
      window.delegate = nil
      window.sheetParent?.endSheet(window)
      window.orderOut(nil)
      onDismiss()
    }
  }

  /// Shows a view.
  /// - Parameter onDismiss: called once, when the screen goes away, for any reason.
  func present(
    _ view: some View, _ screen: OnsideScreen, _ theme: OnsideUIThemeMode, onDismiss: @escaping @MainActor () -> Void
  ) -> Presented? {
    let window = NSWindow(contentViewController: NSHostingController(rootView: view))
    window.isReleasedWhenClosed = false
    window.styleMask = [.titled, .closable]
    window.appearance =
      switch theme {
      case .auto: nil
      case .light: NSAppearance(named: .aqua)
      case .dark: NSAppearance(named: .darkAqua)
      }
    let presented = Presented(window, onDismiss: onDismiss)
    window.delegate = presented
    if let parent = NSApplication.shared.mainWindow {
      parent.beginSheet(window) { _ in MainActor.assumeIsolated { presented.didGo() } }
    } else {
      window.center()
      window.makeKeyAndOrderFront(nil)
    }
    return presented
  }
}
#endif
#endif
