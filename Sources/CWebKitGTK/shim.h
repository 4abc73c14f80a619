// Wrappers for the parts of GLib and WebKitGTK that Swift cannot import: function-like macros and variadic functions.
#include <glib-unix.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <webkit/webkit.h>

// Private functions of libdispatch, with which another main loop can run the main queue. CFRunLoop in
// swift-corelibs-foundation uses the same two functions.
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *_Null_unspecified message);

/// Makes a web view with the caller's content manager, session and autoplay policy, which WebDriver may control.
static inline WebKitWebView *_Nonnull cwk_web_view_new(
    WebKitUserContentManager *_Nonnull manager, WebKitNetworkSession *_Nonnull session, WebKitAutoplayPolicy autoplay,
    bool is_automated) {
  WebKitWebsitePolicies *policies = webkit_website_policies_new_with_policies("autoplay", autoplay, NULL);
  gpointer view = g_object_new(
      WEBKIT_TYPE_WEB_VIEW, "user-content-manager", manager, "network-session", session, "website-policies", policies,
      "is-controlled-by-automation", (gboolean)is_automated, NULL);
  g_object_unref(policies);
  return WEBKIT_WEB_VIEW(g_object_ref_sink(view));
}

/// Makes a web view for a window that a page in `opener` opens. The web view shares the opener's session and its
/// content manager.
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

static inline WebKitWebView *_Nonnull cwk_web_view(gpointer _Nonnull view) { return WEBKIT_WEB_VIEW(view); }

static inline GtkWindow *_Nonnull cwk_window(GtkWidget *_Nonnull window) { return GTK_WINDOW(window); }

static inline GObject *_Nonnull cwk_object(GInputStream *_Nonnull stream) { return G_OBJECT(stream); }

/// Sets the length of a response that exists already; -1 if the length is unknown. The property can normally be set
/// only when the response is made, but the length is not known at that time. The engine reads it when the stream
/// delivers its first data.
static inline void cwk_uri_scheme_response_set_length(WebKitURISchemeResponse *_Nonnull response, gint64 length) {
  GObjectClass *type = G_OBJECT_GET_CLASS(response);
  GParamSpec *property = g_object_class_find_property(type, "stream-length");
  if (!property) return;
  GValue value = G_VALUE_INIT;
  g_value_init(&value, G_TYPE_INT64);
  g_value_set_int64(&value, length);
  type->set_property(G_OBJECT(response), property->param_id, &value, property);
  g_value_unset(&value);
}

struct cwk_guard {
  sigjmp_buf escape;
  bool is_set;
};

static inline struct cwk_guard *_Nonnull cwk_guard(void) {
  static _Thread_local struct cwk_guard guard;
  return &guard;
}

/// Returns the previous action for SIGSEGV. All threads share it, because signal actions belong to the process and any
/// thread may fault.
static inline struct sigaction *_Nonnull cwk_previous_action(void) {
  static struct sigaction previous;
  return &previous;
}

static inline void cwk_guard_fault(int number, siginfo_t *_Nonnull info, void *_Nullable context) {
  struct cwk_guard *guard = cwk_guard();
  // A fault at an address that no pointer can have also reports a null si_addr, but with another si_code.
  bool is_null = info->si_code == SEGV_MAPERR && (uintptr_t)info->si_addr < 4096;
  if (guard->is_set && is_null) siglongjmp(guard->escape, 1);
  // This is another fault, so restore the previous action. The fault happens again when this function returns, and the
  // previous handler then receives it.
  sigaction(SIGSEGV, cwk_previous_action(), NULL);
}

/// Reads the body of a request; NULL if it has none. Returns false if the body cannot be read.
///
/// WebKitGTK (at least 2.40 to 2.52) looks for a body's blobs in a registry that the app's process does not have, and
/// dereferences a null pointer. The app cannot detect in advance whether a body has blobs. Without this guard, any page
/// that may send a request to a scheme handler could crash the app. The function is not inlined, because Swift does not
/// support `sigsetjmp`.
__attribute__((noinline)) static inline bool cwk_uri_scheme_request_read_body(
    WebKitURISchemeRequest *_Nonnull request, GInputStream *_Nullable *_Nonnull body) {
  struct cwk_guard *guard = cwk_guard();
  struct sigaction action = {.sa_sigaction = cwk_guard_fault, .sa_flags = SA_SIGINFO};
  if (sigaction(SIGSEGV, &action, cwk_previous_action())) return false;
  if (!sigsetjmp(guard->escape, 1)) {
    guard->is_set = true;
    *body = webkit_uri_scheme_request_get_http_body(request);
  } else {
    guard->is_set = false;
  }
  bool is_read = guard->is_set;
  guard->is_set = false;
  sigaction(SIGSEGV, cwk_previous_action(), NULL);
  return is_read;
}

// Functions that newer GTK versions deprecate. GTK 4.8, the version of Debian 12, does not have their replacements.
G_GNUC_BEGIN_IGNORE_DEPRECATIONS

/// Returns whether GTK's own windows use a dark theme. Compares the theme's colors, because a theme's name need not
/// show whether the theme is dark, and the environment variable GTK_THEME changes neither the name nor any other
/// setting.
static inline bool cwk_theme_is_dark(GtkWidget *_Nonnull widget) {
  GtkStyleContext *style = gtk_widget_get_style_context(widget);
  GdkRGBA text, background;
  if (!gtk_style_context_lookup_color(style, "theme_fg_color", &text)) return false;
  if (!gtk_style_context_lookup_color(style, "theme_bg_color", &background)) return false;
  return text.red + text.green + text.blue > background.red + background.green + background.blue;
}

static inline void cwk_css_provider_load(GtkCssProvider *_Nonnull provider, const char *_Nonnull text) {
  gtk_css_provider_load_from_data(provider, text, -1);
}

/// Makes a dialog in which the user chooses a picture file. Its signal "response" reports GTK_RESPONSE_ACCEPT if the
/// user has chosen a file, and otherwise another code.
static inline gpointer _Nonnull cwk_picture_dialog_new(GtkWindow *_Nullable parent, const char *_Nonnull title) {
  GtkFileChooserNative *dialog =
      gtk_file_chooser_native_new(title, parent, GTK_FILE_CHOOSER_ACTION_OPEN, NULL, NULL);
  gtk_native_dialog_set_modal(GTK_NATIVE_DIALOG(dialog), TRUE);
  GtkFileFilter *filter = gtk_file_filter_new();
  gtk_file_filter_set_name(filter, "Pictures");
  gtk_file_filter_add_pixbuf_formats(filter);
  gtk_file_chooser_add_filter(GTK_FILE_CHOOSER(dialog), filter);
  g_object_unref(filter);
  return dialog;
}

static inline void cwk_picture_dialog_show(gpointer _Nonnull dialog) { gtk_native_dialog_show(GTK_NATIVE_DIALOG(dialog)); }

/// Returns the path of the chosen file, which the caller must free; NULL if the file has no path.
static inline char *_Nullable cwk_picture_dialog_path(gpointer _Nonnull dialog) {
  GFile *file = gtk_file_chooser_get_file(GTK_FILE_CHOOSER(dialog));
  if (!file) return NULL;
  char *path = g_file_get_path(file);
  g_object_unref(file);
  return path;
}

static inline void cwk_picture_dialog_destroy(gpointer _Nonnull dialog) {
  gtk_native_dialog_destroy(GTK_NATIVE_DIALOG(dialog));
  g_object_unref(dialog);
}

G_GNUC_END_IGNORE_DEPRECATIONS
