import CGIO

/// A socket that clients can connect to.
final class ListeningSocket {
  /// The socket as a GLib object.
  let socket: UnsafeMutablePointer<GSocket>
  /// The port on which the socket listens, even if 0 was requested.
  let port: UInt16

  /// Opens a socket and starts to listen.
  init(address: String, port: UInt16) throws(HTTPServerError) {
    guard let place = g_inet_socket_address_new_from_string(address, guint(port)) else { throw .notAnAddress(address) }
    defer { g_object_unref(place) }
    var error: UnsafeMutablePointer<GError>?
    let family = g_socket_address_get_family(place)
    guard let socket = g_socket_new(family, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT, &error) else {
      throw Self.failure(error, address, port)
    }
    g_socket_set_blocking(socket, 0)
    g_socket_set_listen_backlog(socket, 128)
    guard g_socket_bind(socket, place, 1, &error) != 0, g_socket_listen(socket, &error) != 0,
      let local = g_socket_get_local_address(socket, &error)
    else {
      g_object_unref(socket)
      throw Self.failure(error, address, port)
    }
    defer { g_object_unref(local) }
    var number: guint16 = 0
    g_free(cgio_address_text(local, &number))
    self.socket = socket
    self.port = number
  }

  deinit {
    g_socket_close(socket, nil)
    g_object_unref(socket)
  }

  private static func failure(
    _ error: UnsafeMutablePointer<GError>?, _ address: String, _ port: UInt16
  ) -> HTTPServerError {
    guard let error else { return .cannotListen(address: address, port: port, reason: "unknown") }
    defer { g_error_free(error) }
    if cgio_is_error(error, gint(G_IO_ERROR_ADDRESS_IN_USE.rawValue)) != 0 {
      return .addressInUse(address: address, port: port)
    }
    return .cannotListen(address: address, port: port, reason: String(cString: error.pointee.message))
  }
}
