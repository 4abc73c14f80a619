import CGTK
import WebKit

@main struct Program {
  @MainActor static func main() {
    gtk_init()
    let webView = WKWebView(frame: .zero, configuration: WKWebViewConfiguration())
    let page = webView.gtkWidgetPointer.assumingMemoryBound(to: GtkWidget.self)
    gtk_widget_set_vexpand(page, 1)
    let column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    gtk_box_append(cgtk_box(column), gtk_label_new("A label of GTK, and a page below it"))
    gtk_box_append(cgtk_box(column), page)
    let window = gtk_window_new()!
    gtk_window_set_default_size(cgtk_window(window), 480, 320)
    gtk_window_set_child(cgtk_window(window), column)
    gtk_window_present(cgtk_window(window))
    webView.loadHTMLString("<h1>Hello from a page</h1>", baseURL: nil)

    let loop = g_main_loop_new(nil, 0)
    cgtk_quit_when_closed(window, loop)
    GLibMainLoop.run { g_main_loop_run(loop) }
    withExtendedLifetime(webView) {}
  }
}
