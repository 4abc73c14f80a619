// libsoup 3, an HTTP and WebSocket server and client on GLib's main loop, with wrappers for what Swift cannot import from
// it: variadic functions and casts.
#include <glib-unix.h>
#include <libsoup/soup.h>

static inline SoupServer *_Nonnull csoup_server_new(void) {
  SoupServer *server = soup_server_new("server-header", "Causeway", NULL);
  // Compression would only cost time, because the browser is on the same machine.
  soup_server_remove_websocket_extension(server, SOUP_TYPE_WEBSOCKET_EXTENSION_DEFLATE);
  return server;
}

static inline gulong csoup_connect(
    gpointer _Nonnull instance, const char *_Nonnull signal, GCallback _Nonnull callback, gpointer _Nullable data,
    GClosureNotify _Nullable destroy) {
  return g_signal_connect_data(instance, signal, callback, data, destroy, G_CONNECT_DEFAULT);
}

static inline GSocketAddress *_Nullable csoup_address(const char *_Nonnull text, guint16 port) {
  return g_inet_socket_address_new_from_string(text, port);
}

/// Returns the port of the server's first listener; 0 if it has none.
static inline guint16 csoup_server_port(SoupServer *_Nonnull server) {
  GSList *uris = soup_server_get_uris(server);
  int port = uris ? g_uri_get_port((GUri *)uris->data) : 0;
  g_slist_free_full(uris, (GDestroyNotify)g_uri_unref);
  return port > 0 ? (guint16)port : 0;
}

static inline gboolean csoup_is_address_in_use(GError *_Nonnull error) {
  return g_error_matches(error, G_IO_ERROR, G_IO_ERROR_ADDRESS_IN_USE);
}
