import CWebKitGTK

extension WKWebView {
  /// GTK's widget, for windows of this package that show more than the page. The web view keeps it.
  package var gtkWidget: UnsafeMutablePointer<GtkWidget> { widget.gtk }
}
