import CSoup
import Foundation

/// A connection of a browser that is passed on to another server byte by byte, for the other server's own WebSockets.
@MainActor enum Tunnel {
  /// Takes the connection of a request, connects to the other server and sends the request's head there.
  /// - Parameter allowsAnyCertificate: whether the server's certificate is not checked.
  static func open(_ exchange: Exchange, to upstream: URL, head: Data, allowsAnyCertificate: Bool) {
    guard let client = exchange.takeConnection(), let socket = g_socket_client_new() else { return }
    let isSecure = upstream.scheme == "https"
    if isSecure {
      g_socket_client_set_tls(socket, 1)
      if allowsAnyCertificate { csoup_accept_certificates(socket) }
    }
    let host = upstream.host ?? "localhost"
    let port = guint16(clamping: upstream.port ?? (isSecure ? 443 : 80))
    Task {
      defer {
        g_object_unref(socket)
        g_object_unref(client)
      }
      do {
        let connection = try await AsyncOperation.run { cancellable, callback, data in
          g_socket_client_connect_to_host_async(socket, host, port, cancellable, callback, data)
        } finish: { result, error in
          g_socket_client_connect_to_host_finish(socket, result, error)
        }
        let server = csoup_stream(connection)
        defer { g_object_unref(connection) }
        try await write(head, to: server)
        await TunnelEndpoints(client: client, server: server).join()
      } catch {
        // Send a complete response without an upgrade, so that the browser reports a failed WebSocket.
        let answer = Data("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8)
        try? await write(answer, to: client)
        g_io_stream_close(client, nil, nil)
      }
    }
  }

  private static func write(_ data: Data, to stream: UnsafeMutablePointer<GIOStream>) async throws {
    let output = g_io_stream_get_output_stream(stream)
    guard let bytes = data.glibBytes else { return }
    defer { g_bytes_unref(bytes) }
    var count: gsize = 0
    let start = g_bytes_get_data(bytes, &count)
    _ = try await AsyncOperation.run { cancellable, callback, data in
      g_output_stream_write_all_async(
        output, UnsafeMutableRawPointer(mutating: start), count, G_PRIORITY_DEFAULT, cancellable, callback, data)
    } finish: { result, error -> Bool? in
      g_output_stream_write_all_finish(output, result, nil, error) != 0 ? true : nil
    }
  }

  fileprivate static func copy(
    _ from: UnsafeMutablePointer<GIOStream>, _ to: UnsafeMutablePointer<GIOStream>
  ) async {
    let input = g_io_stream_get_input_stream(from)
    let output = g_io_stream_get_output_stream(to)
    let flags = GOutputStreamSpliceFlags(
      G_OUTPUT_STREAM_SPLICE_CLOSE_SOURCE.rawValue | G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET.rawValue)
    // An error ends the copy in the same way as the end of the input.
    _ = try? await AsyncOperation.run { cancellable, callback, data in
      g_output_stream_splice_async(output, input, flags, G_PRIORITY_DEFAULT, cancellable, callback, data)
    } finish: { result, error -> Bool? in
      g_output_stream_splice_finish(output, result, error) >= 0 ? true : nil
    }
    g_io_stream_close(from, nil, nil)
    g_io_stream_close(to, nil, nil)
  }
}

/// Both ends of a tunnel.
@MainActor private final class TunnelEndpoints {
  private let client: UnsafeMutablePointer<GIOStream>
  private let server: UnsafeMutablePointer<GIOStream>

  init(client: UnsafeMutablePointer<GIOStream>, server: UnsafeMutablePointer<GIOStream>) {
    self.client = client
    self.server = server
  }

  /// Copies in both directions until one side ends, and then closes both.
  func join() async {
    let forth = Task { await Tunnel.copy(client, server) }
    await Tunnel.copy(server, client)
    await forth.value
  }
}
