// What Swift cannot import from GLib and WebKitGTK: function-like macros and variadic functions.
#include <glib-unix.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <webkit/webkit.h>

// libdispatch's own hooks for a foreign main loop; swift-corelibs-foundation's CFRunLoop is built on the same two.
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *_Null_unspecified message);

/// A new web view with a content manager and a session of the caller's choice.
static inline WebKitWebView *_Nonnull cwk_web_view_new(
    WebKitUserContentManager *_Nonnull manager, WebKitNetworkSession *_Nonnull session) {
  return WEBKIT_WEB_VIEW(g_object_ref_sink(
      g_object_new(WEBKIT_TYPE_WEB_VIEW, "user-content-manager", manager, "network-session", session, NULL)));
}

/// A new web view for a window that a page of another one opens. WebKitGTK gives it that one's session, and its content
/// manager whatever it is told.
static inline WebKitWebView *_Nonnull cwk_related_web_view_new(WebKitWebView *_Nonnull opener) {
  return WEBKIT_WEB_VIEW(g_object_ref_sink(g_object_new(
      WEBKIT_TYPE_WEB_VIEW, "related-view", opener, "user-content-manager",
      webkit_web_view_get_user_content_manager(opener), NULL)));
}

static inline gulong cwk_signal_connect(
    gpointer _Nonnull instance, const char *_Nonnull signal, GCallback _Nonnull callback, gpointer _Nullable data,
    GClosureNotify _Nullable destroy) {
  return g_signal_connect_data(instance, signal, callback, data, destroy, G_CONNECT_DEFAULT);
}

static inline GtkWidget *_Nonnull cwk_widget(WebKitWebView *_Nonnull view) { return GTK_WIDGET(view); }

static inline GtkWindow *_Nonnull cwk_window(GtkWidget *_Nonnull window) { return GTK_WINDOW(window); }
