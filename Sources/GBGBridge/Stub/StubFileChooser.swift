import Foundation

#if os(Linux)
import CausewayGTK
#elseif os(macOS)
import AppKit
import UniformTypeIdentifiers
#endif

/// Lets a person choose a picture's file.
@MainActor protocol StubFileChooser: AnyObject {
  /// Asks the person; gives the file, or nil for none, once.
  func choose(_ completion: @escaping @MainActor (URL?) -> Void)
  /// Closes the panel, if it is open. The completion is released then, or gets nil; WebKit takes either for no file.
  func dismiss()
}

/// The panel of the platform.
@MainActor func makeStubFileChooser() -> any StubFileChooser { SystemFileChooser() }

#if os(Linux)
/// GTK's dialog.
@MainActor private final class SystemFileChooser: StubFileChooser {
  private var dialog: PictureDialog?

  func choose(_ completion: @escaping @MainActor (URL?) -> Void) {
    dialog = PictureDialog(title: "Choose a picture") { path in completion(path.map { URL(fileURLWithPath: $0) }) }
  }

  func dismiss() { dialog = nil }
}
#elseif os(macOS)
/// AppKit's panel.
@MainActor private final class SystemFileChooser: StubFileChooser {
  private var panel: NSOpenPanel?

  func choose(_ completion: @escaping @MainActor (URL?) -> Void) {
    let panel = NSOpenPanel()
    panel.allowedContentTypes = [.image]
    self.panel = panel
    panel.begin { [weak self] response in
      self?.panel = nil
      completion(response == .OK ? panel.url : nil)
    }
  }

  func dismiss() { panel?.cancel(nil) }
}
#else
/// WebKit shows a panel of its own.
@MainActor private final class SystemFileChooser: StubFileChooser {
  func choose(_ completion: @escaping @MainActor (URL?) -> Void) { completion(nil) }
  func dismiss() {}
}
#endif
