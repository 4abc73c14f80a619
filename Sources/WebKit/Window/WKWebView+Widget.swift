import CWebKitGTK

extension WKWebView {
  /// GTK's widget, for windows of this package that show more than the page. The web view keeps it.
  package var gtkWidget: UnsafeMutablePointer<GtkWidget> { widget.gtk }

  /// GTK's widget, a `GtkWidget *` of GTK 4, for a program that has windows of its own. Linux only.
  ///
  /// It is a raw pointer because each binding of GTK has a type of its own for it. Keep the web view as long as the widget is
  /// shown: without it, the page keeps running, but its messages reach no handler.
  public var gtkWidgetPointer: UnsafeMutableRawPointer { UnsafeMutableRawPointer(widget.gtk) }
}
