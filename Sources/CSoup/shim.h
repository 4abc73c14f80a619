// libsoup: an HTTP server, on GLib. What Swift cannot import from them: function-like macros, variadic functions and
// functions that are cast.
#include <libsoup/soup.h>
#include <netinet/in.h>
#include <netinet/tcp.h>

/// A server that leaves paths as they were sent.
static inline SoupServer *_Nonnull csoup_server_new(void) {
  return soup_server_new("raw-paths", TRUE, NULL);
}

static inline void csoup_signal_connect(
    gpointer _Nonnull instance, const char *_Nonnull signal, GCallback _Nonnull callback, gpointer _Nullable data) {
  g_signal_connect(instance, signal, callback, data);
}

/// The address and the port of one of the internet.
static inline char *_Nonnull csoup_address_text(GSocketAddress *_Nonnull address, guint16 *_Nonnull port) {
  GInetSocketAddress *internet = G_INET_SOCKET_ADDRESS(address);
  *port = g_inet_socket_address_get_port(internet);
  return g_inet_address_to_string(g_inet_socket_address_get_address(internet));
}

static inline GSource *_Nonnull csoup_socket_source(
    GSocket *_Nonnull socket, GIOCondition condition, GSocketSourceFunc _Nonnull callback, gpointer _Nullable data,
    GDestroyNotify _Nullable destroy) {
  GSource *source = g_socket_create_source(socket, condition, NULL);
  g_source_set_callback(source, G_SOURCE_FUNC(callback), data, destroy);
  return source;
}

static inline gboolean csoup_is_error(GError *_Nonnull error, int code) {
  return g_error_matches(error, G_IO_ERROR, code);
}

static inline GIOStream *_Nonnull csoup_stream(GSocket *_Nonnull socket) {
  return G_IO_STREAM(g_socket_connection_factory_create_connection(socket));
}
