#if canImport(AppKit)
import AppKit

/// The command as an app of macOS: events reach windows only where an application runs.
@MainActor final class PageApplication: NSObject, NSApplicationDelegate {
  private static let delegate = PageApplication()

  /// Hands out events, for ever.
  static func run() -> Never {
    NSApplication.shared.delegate = delegate
    while true { NSApplication.shared.run() }
  }

  /// Says whether windows are shown: without them there is neither an icon in the Dock nor a menu.
  static func prepare(headless: Bool) {
    NSApplication.shared.setActivationPolicy(headless ? .prohibited : .regular)
    if !headless { NSApplication.shared.mainMenu = menu() }
  }

  /// The command ends itself, and gives its exit code: when its window is closed or, without one, as after Ctrl-C.
  func applicationShouldTerminate(_ sender: NSApplication) -> NSApplication.TerminateReply {
    if PageWindow.open.isEmpty { kill(getpid(), SIGINT) } else { PageWindow.closeAll() }
    return .terminateCancel
  }

  /// Without these items their keys do nothing.
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
