#include <gtk/gtk.h>

static inline GtkWindow *cgtk_window(GtkWidget *widget) { return GTK_WINDOW(widget); }
static inline GtkBox *cgtk_box(GtkWidget *widget) { return GTK_BOX(widget); }

static inline void cgtk_quit(GtkWidget *widget, gpointer loop) { g_main_loop_quit((GMainLoop *)loop); }
/// Quits a main loop when the user closes the window.
static inline void cgtk_quit_when_closed(GtkWidget *window, GMainLoop *loop) {
  g_signal_connect(window, "destroy", G_CALLBACK(cgtk_quit), loop);
}
