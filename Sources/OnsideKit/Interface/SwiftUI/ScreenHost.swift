#if canImport(SwiftUI) && (canImport(UIKit) || canImport(AppKit))
import OnsideCore
import SwiftUI

#if canImport(UIKit)
/// Puts screens in front of an app's own.
@MainActor final class ScreenHost {
  /// A screen that is there.
  @MainActor final class Presented: NSObject, UIAdaptivePresentationControllerDelegate {
    private let controller: UIViewController
    private let onDismiss: @MainActor () -> Void

    fileprivate init(_ controller: UIViewController, onDismiss: @escaping @MainActor () -> Void) {
      self.controller = controller
      self.onDismiss = onDismiss
    }

    /// Takes it away; of no effect if it is gone.
    func close() {
      guard controller.presentingViewController != nil, !controller.isBeingDismissed else { return }
      controller.dismiss(animated: true)
    }

    func presentationControllerDidDismiss(_ presentationController: UIPresentationController) { onDismiss() }
  }

  private let scene: @MainActor (OnsideScreen) -> UIWindowScene?

  init(scene: @escaping @MainActor (OnsideScreen) -> UIWindowScene?) {
    self.scene = scene
  }

  /// Shows a view; nil if there is no window to show it in.
  /// - Parameter onDismiss: called when the user swipes it away.
  func present(
    _ view: some View, _ screen: OnsideScreen, _ theme: OnsideUIThemeMode, onDismiss: @escaping @MainActor () -> Void
  ) -> Presented? {
    guard let top = topController(of: scene(screen) ?? foreground) else { return nil }
    let controller = UIHostingController(rootView: view)
    controller.overrideUserInterfaceStyle =
      switch theme {
      case .auto: .unspecified
      case .light: .light
      case .dark: .dark
      }
    let presented = Presented(controller, onDismiss: onDismiss)
    controller.presentationController?.delegate = presented
    top.present(controller, animated: true)
    return presented
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
/// Puts screens in front of an app's own.
@MainActor final class ScreenHost {
  /// A screen that is there.
  @MainActor final class Presented: NSObject, NSWindowDelegate {
    private let window: NSWindow
    private let onDismiss: @MainActor () -> Void

    fileprivate init(_ window: NSWindow, onDismiss: @escaping @MainActor () -> Void) {
      self.window = window
      self.onDismiss = onDismiss
    }

    /// Takes it away; of no effect if it is gone.
    func close() {
      window.delegate = nil
      window.sheetParent?.endSheet(window)
      window.close()
    }

    func windowWillClose(_ notification: Notification) { onDismiss() }
  }

  /// Shows a view.
  /// - Parameter onDismiss: called when the user closes its window, if it is none of the sheets.
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
      parent.beginSheet(window)
    } else {
      window.center()
      window.makeKeyAndOrderFront(nil)
    }
    return presented
  }
}
#endif
#endif
