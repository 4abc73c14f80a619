import CSoup
import Foundation

/// An HTTP client on GLib's main loop. It follows no redirects and has no cookies.
@MainActor package final class HTTPClient {
  private let session = csoup_session_new()

  package init() {}

  isolated deinit {
    soup_session_abort(session)
    g_object_unref(session)
  }

  /// Sends a request, and returns the answer when its head has arrived.
  ///
  /// - Parameters:
  ///   - undoesCompression: whether the body is decompressed. The answer's header fields still describe the compressed
  ///     body.
  ///   - allowsAnyCertificate: whether the server's certificate is not checked.
  /// - Throws: ``HTTPClientError``; `CancellationError` if the task is cancelled.
  func send(
    _ method: String, _ url: URL, fields: [(name: String, value: String)] = [], body: Data = Data(),
    undoesCompression: Bool = true, allowsAnyCertificate: Bool = false
  ) async throws -> HTTPClientAnswer {
    guard let message = soup_message_new(method, url.absoluteString) else {
      throw HTTPClientError("the address \(url.absoluteString) is not valid")
    }
    soup_message_add_flags(message, SOUP_MESSAGE_NO_REDIRECT)
    if !undoesCompression { csoup_keep_compression(message) }
    if allowsAnyCertificate { Self.acceptCertificates(message) }
    let headers = soup_message_get_request_headers(message)
    for (name, value) in fields { soup_message_headers_append(headers, name, value) }
    if let bytes = body.glibBytes {
      soup_message_set_request_body_from_bytes(message, nil, bytes)
      g_bytes_unref(bytes)
      // `soup_message_set_request_body_from_bytes` has removed the type, so set it again.
      if let type = fields.first(where: { $0.name.lowercased() == "content-type" }) {
        soup_message_headers_replace(headers, type.name, type.value)
      }
    }
    let stream: UnsafeMutablePointer<GInputStream>
    do {
      stream = try await AsyncOperation.run { [session] cancellable, callback, data in
        soup_session_send_async(session, message, G_PRIORITY_DEFAULT, cancellable, callback, data)
      } finish: { [session] result, error in
        soup_session_send_finish(session, result, error)
      }
    } catch {
      g_object_unref(UnsafeMutableRawPointer(message))
      throw error
    }
    return HTTPClientAnswer(message, stream)
  }

  private static func acceptCertificates(_ message: OpaquePointer) {
    let accept: @convention(c) (OpaquePointer, OpaquePointer?, UInt32, UnsafeMutableRawPointer?) -> gboolean = {
      _, _, _, _ in 1
    }
    _ = csoup_connect(
      UnsafeMutableRawPointer(message), "accept-certificate", unsafeBitCast(accept, to: GCallback.self), nil, nil)
  }

  /// Sends a request and returns the whole body.
  package func data(_ method: String, _ url: URL) async throws -> Data {
    let answer = try await send(method, url)
    guard let data = try await answer.all(upTo: Self.maximumBody) else {
      throw HTTPClientError("the answer is longer than \(Self.maximumBody) bytes")
    }
    return data
  }

  /// The maximum length of a whole body, in bytes.
  private static let maximumBody = 64 << 20
}

/// The answer of a server.
@MainActor final class HTTPClientAnswer {
  private let message: OpaquePointer
  private let stream: UnsafeMutablePointer<GInputStream>
  /// The maximum number of bytes that are read at once.
  private static let part: gsize = 64 << 10

  /// Creates an answer that owns both arguments.
  init(_ message: OpaquePointer, _ stream: UnsafeMutablePointer<GInputStream>) {
    self.message = message
    self.stream = stream
  }

  isolated deinit {
    g_object_unref(stream)
    g_object_unref(UnsafeMutableRawPointer(message))
  }

  var status: Int { Int(soup_message_get_status(message).rawValue) }

  var fields: [(name: String, value: String)] { HeaderFields.all(soup_message_get_response_headers(message)) }

  /// The value of the first header field with a name, ignoring letter case; nil if there is none.
  subscript(field name: String) -> String? {
    fields.first { $0.name.caseInsensitiveCompare(name) == .orderedSame }?.value
  }

  /// Reads the next part of the body; nil at its end.
  func next() async throws -> Data? {
    let bytes = try await AsyncOperation.run { [stream] cancellable, callback, data in
      g_input_stream_read_bytes_async(stream, Self.part, G_PRIORITY_DEFAULT, cancellable, callback, data)
    } finish: { [stream] result, error in
      g_input_stream_read_bytes_finish(stream, result, error)
    }
    defer { g_bytes_unref(bytes) }
    return g_bytes_get_size(bytes) > 0 ? Data(bytes) : nil
  }

  /// Reads the rest of the body.
  /// - Parameter limit: the maximum number of bytes.
  /// - Returns: nil if the body is longer.
  func all(upTo limit: Int) async throws -> Data? {
    var data = Data()
    while let part = try await next() {
      data += part
      if data.count > limit { return nil }
    }
    return data
  }
}

/// The error of a request that got no answer.
package struct HTTPClientError: Error, CustomStringConvertible {
  /// The reason, in most cases as GLib reports it.
  package let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// An asynchronous operation of GIO as an async function.
@MainActor enum AsyncOperation {
  private typealias Box = ClosureBox<@MainActor (OpaquePointer?) -> Void>

  /// Runs an operation, and cancels it if the task is cancelled.
  ///
  /// - Parameters:
  ///   - begin: begins the operation with GIO's arguments.
  ///   - finish: returns the result; nil with an error.
  static func run<Value>(
    _ begin: @MainActor (UnsafeMutablePointer<GCancellable>?, GAsyncReadyCallback, UnsafeMutableRawPointer) -> Void,
    finish: @escaping @MainActor (OpaquePointer?, UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> Value?
  ) async throws -> Value {
    try Task.checkCancellation()
    let cancellation = Cancellation()
    return try await withTaskCancellationHandler {
      let result = await withCheckedContinuation { (continuation: CheckedContinuation<Outcome<Value>, Never>) in
        let box = Box { result in
          var error: UnsafeMutablePointer<GError>?
          let value = finish(result, &error)
          continuation.resume(returning: Outcome(value: value, error: error))
        }
        begin(
          cancellation.cancellable,
          { _, result, data in
            guard let data else { return }
            nonisolated(unsafe) let passed = result  // this callback and the closure run on the main thread
            MainActor.assumeIsolated {
              let box = Unmanaged<Box>.fromOpaque(data).takeRetainedValue()
              box.body(passed)
            }
          }, box.retained)
      }
      if let value = result.value { return value }
      guard let error = result.error else { throw HTTPClientError("the operation has no result") }
      defer { g_error_free(error) }
      if csoup_is_cancelled(error) != 0 { throw CancellationError() }
      throw HTTPClientError(error.pointee.message.map { String(cString: $0) } ?? "unknown reason")
    } onCancel: {
      Task { @MainActor in cancellation.cancel() }
    }
  }

  private struct Outcome<Value>: @unchecked Sendable {  // the value stays on the main actor
    let value: Value?
    let error: UnsafeMutablePointer<GError>?
  }

  @MainActor private final class Cancellation {
    let cancellable = g_cancellable_new()

    func cancel() { g_cancellable_cancel(cancellable) }

    isolated deinit { g_object_unref(cancellable) }
  }
}
