// GIO, which runs sockets on GLib's main loop, with wrappers for the parts that Swift cannot import: macros and casts
// of functions.
#include <gio/gio.h>
#include <netinet/in.h>
#include <netinet/tcp.h>

/// Returns the text of an internet address, which the caller must free, and stores the port in `port`.
static inline char *_Nonnull cgio_address_text(GSocketAddress *_Nonnull address, guint16 *_Nonnull port) {
  GInetSocketAddress *internet = G_INET_SOCKET_ADDRESS(address);
  *port = g_inet_socket_address_get_port(internet);
  return g_inet_address_to_string(g_inet_socket_address_get_address(internet));
}

static inline GSource *_Nonnull cgio_socket_source(
    GSocket *_Nonnull socket, GIOCondition condition, GSocketSourceFunc _Nonnull callback, gpointer _Nullable data,
    GDestroyNotify _Nullable destroy) {
  GSource *source = g_socket_create_source(socket, condition, NULL);
  g_source_set_callback(source, G_SOURCE_FUNC(callback), data, destroy);
  return source;
}

static inline gboolean cgio_is_error(GError *_Nonnull error, int code) {
  return g_error_matches(error, G_IO_ERROR, code);
}
