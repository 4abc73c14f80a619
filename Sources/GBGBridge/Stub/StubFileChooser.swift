import Foundation

#if os(Linux)
import CausewayGTK
#elseif os(macOS)
import AppKit
import UniformTypeIdentifiers
#endif

/// A panel in which the user chooses a picture file.
@MainActor protocol StubFileChooser: AnyObject {
  /// Opens the panel and passes the chosen file to the completion, or nil if the user chose none. The completion is
  /// called once.
  func choose(_ completion: @escaping @MainActor (URL?) -> Void)
  /// Closes the panel if it is open. The completion is then released or gets nil; WebKit treats both as no file.
  func dismiss()
}

/// Makes the platform's panel.
@MainActor func makeStubFileChooser() -> any StubFileChooser { SystemFileChooser() }

#if os(Linux)
/// The panel on Linux, a GTK dialog.
@MainActor private final class SystemFileChooser: StubFileChooser {
  private var dialog: PictureDialog?

  func choose(_ completion: @escaping @MainActor (URL?) -> Void) {
    dialog = PictureDialog(title: "Choose a picture") { path in completion(path.map { URL(fileURLWithPath: $0) }) }
  }

  func dismiss() { dialog = nil }
}
#elseif os(macOS)
/// The panel on macOS, an `NSOpenPanel`.
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
/// A panel that does nothing, for platforms where WebKit shows its own panel.
@MainActor private final class SystemFileChooser: StubFileChooser {
  func choose(_ completion: @escaping @MainActor (URL?) -> Void) { completion(nil) }
  func dismiss() {}
}
#endif
