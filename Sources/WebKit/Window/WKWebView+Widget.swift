import CWebKitGTK

extension WKWebView {
  /// The web view's GTK widget, for this package's windows that show more than the page. The web view owns the widget.
  package var gtkWidget: UnsafeMutablePointer<GtkWidget> { widget.gtk }

  /// The web view's GTK widget, a `GtkWidget *` of GTK 4, for a program that has its own windows. Linux only.
  ///
  /// The property is a raw pointer because each GTK binding has its own type for it. Keep the web view as long as the
  /// widget is shown: otherwise the page keeps running, but its messages reach no handler.
  public var gtkWidgetPointer: UnsafeMutableRawPointer { UnsafeMutableRawPointer(widget.gtk) }
}
