import CWebKitGTK

/// A window with a web view in it. Linux only, because there the web view is not a view of the app's toolkit.
@preconcurrency @MainActor
public final class WebViewWindow {
  /// The web view that the window shows.
  public let webView: WKWebView
  /// The function to call when the user closes the window.
  public var onClose: () -> Void = {}
  /// The text of the window's title bar. The text does not follow the page's title automatically.
  public var title: String {
    didSet {
      gtk_window_set_title(pointer, title)
      GLibPump.shared.wake()
    }
  }

  /// Whether the window has a title bar and borders. Without them, the web view fills the window exactly.
  package var isDecorated: Bool {
    get { gtk_window_get_decorated(pointer) != 0 }
    set { gtk_window_set_decorated(pointer, newValue ? 1 : 0) }
  }

  private let window: GObjectReference
  private var closeRequest: SignalConnection?

  /// Creates a window and shows it at once.
  ///
  /// - Parameters:
  ///   - webView: a web view that is in no other window.
  ///   - width: the web view's width in logical pixels; the user may change it.
  ///   - height: the web view's height in logical pixels.
  public init(_ webView: WKWebView, title: String, width: Int, height: Int) {
    self.webView = webView
    self.title = title
    let widget = gtk_window_new()!
    window = GObjectReference(borrowing: gpointer(widget))
    let pointer = cwk_window(widget)
    gtk_window_set_title(pointer, title)
    gtk_window_set_default_size(pointer, gint(width), gint(height))
    gtk_window_set_child(pointer, webView.widget.gtk)
    let callback: @convention(c) (gpointer, gpointer) -> gboolean = { _, data in
      let box = Unmanaged<WeakWindow>.fromOpaque(data).takeUnretainedValue()
      MainActor.assumeIsolated { box.window?.onClose() }
      return 0
    }
    closeRequest = SignalConnection(
      window, "close-request", box: WeakWindow(self), callback: unsafeBitCast(callback, to: GCallback.self))
    gtk_window_present(pointer)
  }

  /// Creates a window with a page in it, and shows the window at once.
  ///
  /// - Parameters:
  ///   - page: a page that is in no other window.
  ///   - width: the page's width in logical pixels; the user may change it.
  ///   - height: the page's height in logical pixels.
  public convenience init(_ page: WebPage, title: String, width: Int, height: Int) {
    self.init(page.webView, title: title, width: width, height: height)
  }

  isolated deinit {
    closeRequest = nil
    GLibPump.shared.wake()
    gtk_window_set_child(pointer, nil)
    gtk_window_destroy(pointer)
  }

  /// The window as a widget.
  var widget: UnsafeMutablePointer<GtkWidget> { window.pointer.assumingMemoryBound(to: GtkWidget.self) }

  private var pointer: UnsafeMutablePointer<GtkWindow> { window.pointer.assumingMemoryBound(to: GtkWindow.self) }
}

/// The object that the window's signal retains. It holds the window weakly.
@MainActor
private final class WeakWindow {
  private(set) weak var window: WebViewWindow?

  init(_ window: WebViewWindow) {
    self.window = window
  }
}
