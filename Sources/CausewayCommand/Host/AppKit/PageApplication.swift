#if canImport(AppKit)
import AppKit

/// The command as an application on macOS. Windows get events only if an application runs.
@MainActor final class PageApplication: NSObject, NSApplicationDelegate {
  private static let delegate = PageApplication()

  /// Runs the application's event loop forever.
  static func run() -> Never {
    NSApplication.shared.delegate = delegate
    while true { NSApplication.shared.run() }
  }

  /// Prepares the application. If it is headless, it shows neither an icon in the Dock nor a menu.
  static func prepare(headless: Bool) {
    NSApplication.shared.setActivationPolicy(headless ? .prohibited : .regular)
    if !headless { NSApplication.shared.mainMenu = menu() }
  }

  /// Refuses the system's termination, because the command must end itself with its exit code. To make the command end,
  /// this method closes its windows or, if there are none, sends SIGINT.
  func applicationShouldTerminate(_ sender: NSApplication) -> NSApplication.TerminateReply {
    if PageWindow.open.isEmpty { kill(getpid(), SIGINT) } else { PageWindow.closeAll() }
    return .terminateCancel
  }

  /// Makes the menu. Without the menu's items, their keyboard shortcuts would do nothing.
  private static func menu() -> NSMenu {
    let edit = NSMenu(title: "Edit")
    edit.addItem(withTitle: "Cut", action: #selector(NSText.cut(_:)), keyEquivalent: "x")
    edit.addItem(withTitle: "Copy", action: #selector(NSText.copy(_:)), keyEquivalent: "c")
    edit.addItem(withTitle: "Paste", action: #selector(NSText.paste(_:)), keyEquivalent: "v")
    edit.addItem(withTitle: "Select All", action: #selector(NSText.selectAll(_:)), keyEquivalent: "a")
    let application = NSMenu(title: "Causeway")
    application.addItem(
      withTitle: "Close Window", action: #selector(NSWindow.performClose(_:)), keyEquivalent: "w")
    application.addItem(
      withTitle: "Quit Causeway", action: #selector(NSApplication.terminate(_:)), keyEquivalent: "q")
    let menu = NSMenu(title: "")
    for each in [application, edit] {
      let item = NSMenuItem(title: each.title, action: nil, keyEquivalent: "")
      item.submenu = each
      menu.addItem(item)
    }
    return menu
  }
}
#endif
