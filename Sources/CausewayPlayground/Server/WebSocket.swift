import CSoup
import Foundation

/// A WebSocket connection of a client.
@MainActor final class WebSocket {
  /// The maximum length of a frame from the client, in bytes. The bridge has limits of its own for each message; a
  /// frame can contain several messages.
  private static let maximumFrame: guint64 = 256 << 20

  /// The time between two pings, in seconds.
  private static let keepaliveInterval: guint = 20

  private let connection: OpaquePointer
  private(set) var isOpen = true
  var onText: (@MainActor (String) -> Void)?
  var onBytes: (@MainActor (Data) -> Void)?
  /// Called once, when the connection has ended.
  var onClose: (@MainActor () -> Void)?

  init(_ connection: OpaquePointer) {
    self.connection = connection
    g_object_ref(UnsafeMutableRawPointer(connection))
    soup_websocket_connection_set_max_incoming_payload_size(connection, Self.maximumFrame)
    // The pings detect connections whose other side has disappeared without closing them.
    soup_websocket_connection_set_keepalive_interval(connection, Self.keepaliveInterval)
    let receive: @convention(c) (OpaquePointer, gint, OpaquePointer, UnsafeMutableRawPointer) -> Void = {
      _, kind, bytes, data in
      MainActor.assumeIsolated { ClosureBox<WeakWebSocket>.borrow(data).body.socket?.receive(kind, bytes) }
    }
    _ = csoup_connect(
      UnsafeMutableRawPointer(connection), "message", unsafeBitCast(receive, to: GCallback.self),
      ClosureBox(WeakWebSocket(socket: self)).retained, { data, _ in releaseBox(data) })
    connect(connection, "closed") { [weak self] in self?.end() }
  }

  isolated deinit {
    if isOpen { soup_websocket_connection_close(connection, 1001, nil) }
    g_object_unref(UnsafeMutableRawPointer(connection))
  }

  private func receive(_ kind: gint, _ bytes: OpaquePointer) {
    if kind == gint(SOUP_WEBSOCKET_DATA_TEXT.rawValue) {
      var count: gsize = 0
      let start = g_bytes_get_data(bytes, &count)
      onText?(String(decoding: UnsafeRawBufferPointer(start: start, count: Int(count)), as: UTF8.self))
    } else {
      onBytes?(Data(bytes))
    }
  }

  private func end() {
    guard isOpen else { return }
    isOpen = false
    let closed = onClose
    (onText, onBytes, onClose) = (nil, nil, nil)
    closed?()
  }

  /// Sends a text frame.
  func send(_ text: String) {
    var text = text
    text.withUTF8 { send(SOUP_WEBSOCKET_DATA_TEXT, UnsafeRawBufferPointer($0)) }
  }

  /// Sends a binary frame.
  func send(_ bytes: Data) {
    bytes.withUnsafeBytes { send(SOUP_WEBSOCKET_DATA_BINARY, $0) }
  }

  private func send(_ kind: SoupWebsocketDataType, _ bytes: UnsafeRawBufferPointer) {
    guard isOpen, soup_websocket_connection_get_state(connection) == SOUP_WEBSOCKET_STATE_OPEN else { return }
    let copy = g_bytes_new(bytes.baseAddress, gsize(bytes.count))
    soup_websocket_connection_send_message(connection, kind, copy)
    g_bytes_unref(copy)
  }

  /// Closes the connection after all frames that were sent before.
  /// - Parameter reason: a text for the client, at most 123 bytes.
  func close(_ code: UInt16, _ reason: String) {
    guard isOpen, soup_websocket_connection_get_state(connection) == SOUP_WEBSOCKET_STATE_OPEN else { return }
    soup_websocket_connection_close(connection, code, reason)
  }
}

/// A weak reference for a signal's closure, which must not retain the socket.
@MainActor private struct WeakWebSocket {
  weak var socket: WebSocket?
}
