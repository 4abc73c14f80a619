import CausewayJSON

extension Capability {
  /// Creates a capability that sends values to the page one after another. In the page, `causeway.stream` returns an
  /// async iterator of the values.
  ///
  ///     Capability("prices", policy: policy, streaming: { (symbol: String, _) in exchange.prices(of: symbol) })
  ///
  /// A page that reads slowly slows down the reading of the sequence. The page's iteration ends when the sequence ends,
  /// and rejects if the sequence throws an error. When the page stops reading or goes away, the task that reads the
  /// sequence is cancelled.
  ///
  /// By default there is no deadline. A deadline applies to the whole stream.
  public init<Parameters: Decodable & Sendable, Values: AsyncSequence>(
    _ name: String, policy: Policy? = nil, deadline: Deadline = .never, sensitivity: Sensitivity = [],
    streaming handler: @escaping @MainActor (Parameters, Call) async throws -> Values
  ) where Values.Element: Encodable {
    self.init(
      name, policy, deadline, sensitivity, .sending(handler),
      .derived { .derived($0, .stream, Parameters.self, elements: Values.Element.self, in: &$1) })
  }

  /// Creates a capability that sends bytes to the page in pieces, such as a file. The page gets an `ArrayBuffer` for
  /// each piece. A piece of more than 1 MiB arrives as several buffers.
  public init<Parameters: Decodable & Sendable, Pieces: AsyncSequence>(
    _ name: String, policy: Policy? = nil, deadline: Deadline = .never, sensitivity: Sensitivity = [],
    streaming handler: @escaping @MainActor (Parameters, Call) async throws -> Pieces
  ) where Pieces.Element == Bytes {
    self.init(
      name, policy, deadline, sensitivity, .sending(handler),
      .derived { .derived($0, .stream, Parameters.self, elements: Bytes.self, in: &$1) })
  }

  /// Creates a capability that receives values from the page one after another, and then answers. The page calls it
  /// with `causeway.upload`.
  ///
  /// A handler that reads slowly slows down the reading of the page's source. If the handler returns early, the page's
  /// source is closed. If the page's source fails, reading throws ``PageCallError/rejected(_:)``.
  ///
  /// By default there is no deadline. A deadline applies to the whole upload.
  public init<Parameters: Decodable & Sendable, Value: Decodable & Sendable, Result: Encodable>(
    _ name: String, policy: Policy? = nil, deadline: Deadline = .never, sensitivity: Sensitivity = [],
    receiving handler: @escaping @MainActor (Parameters, PageValues<Value>, Call) async throws -> Result
  ) {
    self.init(
      name, policy, deadline, sensitivity,
      .receiving(.values) { json, call, source in
        try encodeResult(try await handler(json.decodeParameters(), source.values(of: Value.self), call))
      },
      .derived { .derived($0, .upload, Parameters.self, elements: Value.self, result: Result.self, in: &$1) })
  }

  /// Creates a capability that receives bytes from the page in pieces of up to a few mebibytes, for example a file, and
  /// then answers.
  public init<Parameters: Decodable & Sendable, Result: Encodable>(
    _ name: String, policy: Policy? = nil, deadline: Deadline = .never, sensitivity: Sensitivity = [],
    receiving handler: @escaping @MainActor (Parameters, PageValues<Bytes>, Call) async throws -> Result
  ) {
    self.init(
      name, policy, deadline, sensitivity,
      .receiving(.bytes) { json, call, source in
        try encodeResult(try await handler(json.decodeParameters(), source.pieces, call))
      },
      .derived { .derived($0, .upload, Parameters.self, elements: Bytes.self, result: Result.self, in: &$1) })
  }
}

extension Capability.Work {
  /// Returns the work of a handler that returns a sequence of values for the page.
  static func sending<Parameters: Decodable & Sendable, Values: AsyncSequence>(
    _ handler: @escaping @MainActor (Parameters, Call) async throws -> Values
  ) -> Self where Values.Element: Encodable {
    .streaming { json, call, output in
      for try await value in try await handler(json.decodeParameters(), call) {
        let piece = StreamPiece.value(try JSONValue(encoding: value))
        if try !output.sendNow(piece) { try await output.send(piece) }
      }
    }
  }

  /// Returns the work of a handler that returns a sequence of bytes for the page.
  static func sending<Parameters: Decodable & Sendable, Pieces: AsyncSequence>(
    _ handler: @escaping @MainActor (Parameters, Call) async throws -> Pieces
  ) -> Self where Pieces.Element == Bytes {
    .streaming { json, call, output in
      for try await bytes in try await handler(json.decodeParameters(), call) {
        for piece in bytes.pieces(of: StreamFlow.pieceBytes) { try await output.send(.bytes(piece)) }
      }
    }
  }
}

extension Bytes {
  /// Divides the bytes into pieces of a maximum size. Empty bytes are one piece.
  fileprivate func pieces(of size: Int) -> [Bytes] {
    guard count > size else { return [self] }
    return stride(from: 0, to: count, by: size).map { start in
      withUnsafeBytes { Bytes([UInt8]($0[start..<min(start + size, count)])) }
    }
  }
}
