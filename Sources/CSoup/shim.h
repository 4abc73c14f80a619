// libsoup 3, an HTTP and WebSocket server and client on GLib's main loop, with wrappers for the parts that Swift cannot
// import: variadic functions and casts.
#include <errno.h>
#include <glib-unix.h>
#include <libsoup/soup.h>
#include <sys/socket.h>

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

/// Makes a client that stores no cookies and does not authenticate, because the browser does both. The caller must
/// disable redirects for each message.
static inline SoupSession *_Nonnull csoup_session_new(void) {
  SoupSession *session = soup_session_new_with_options("max-conns", 256, "max-conns-per-host", 64, "timeout", 0, NULL);
  soup_session_remove_feature_by_type(session, SOUP_TYPE_AUTH_MANAGER);
  return session;
}

/// Makes the client return a message's body as the server sent it, without decompressing it.
static inline void csoup_keep_compression(SoupMessage *_Nonnull message) {
  soup_message_disable_feature(message, SOUP_TYPE_CONTENT_DECODER);
}

static inline gboolean csoup_is_cancelled(GError *_Nonnull error) {
  return g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static inline GIOStream *_Nonnull csoup_stream(GSocketConnection *_Nonnull connection) { return G_IO_STREAM(connection); }

static inline GAsyncReadyCallback _Nullable csoup_no_callback(void) { return NULL; }

/// Returns the SHA-256 digest of bytes in base64, which the caller frees.
static inline char *_Nonnull csoup_sha256(const guchar *_Nullable bytes, gsize count) {
  GChecksum *sum = g_checksum_new(G_CHECKSUM_SHA256);
  g_checksum_update(sum, bytes, (gssize)count);
  guint8 digest[32];
  gsize length = sizeof digest;
  g_checksum_get_digest(sum, digest, &length);
  g_checksum_free(sum);
  return g_base64_encode(digest, length);
}

/// Returns a source that is ready when the client of a message has sent something or has closed the connection. The
/// caller attaches and releases the source.
static inline GSource *_Nonnull csoup_input_source(SoupServerMessage *_Nonnull message) {
  return g_socket_create_source(soup_server_message_get_socket(message), G_IO_IN | G_IO_HUP | G_IO_ERR, NULL);
}

/// Returns whether the client of a message has closed the connection, without reading from it. A browser closes both
/// directions at once.
static inline gboolean csoup_is_closed(SoupServerMessage *_Nonnull message) {
  char byte;
  int descriptor = g_socket_get_fd(soup_server_message_get_socket(message));
  ssize_t count = recv(descriptor, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
  return count == 0 || (count < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR);
}

static inline void csoup_accept_certificates(GSocketClient *_Nonnull client) {
  G_GNUC_BEGIN_IGNORE_DEPRECATIONS
  g_socket_client_set_tls_validation_flags(client, 0);
  G_GNUC_END_IGNORE_DEPRECATIONS
}
