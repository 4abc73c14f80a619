import CausewayContract
import CausewayJSON

/// A page whose functions, streams and events a ``BridgeContract`` declares. ``Conversation/page(_:in:)`` returns it.
@dynamicMemberLookup @MainActor public struct ContractPage<Declared: BridgeContract> {
  let contract: Declared
  /// The conversation with the page.
  public let conversation: Conversation
  let dialect: String

  /// The page's function that a property of the contract declares.
  public subscript<Parameters, Result>(
    dynamicMember member: KeyPath<Declared, PageFunction<Parameters, Result>>
  ) -> Function<Parameters, Result> {
    Function(page: self, declaration: contract[keyPath: member].declaration)
  }

  /// The page's stream that a property of the contract declares.
  public subscript<Parameters, Element>(
    dynamicMember member: KeyPath<Declared, PageStream<Parameters, Element>>
  ) -> Stream<Parameters, Element> {
    Stream(page: self, declaration: contract[keyPath: member].declaration)
  }

  /// The event for the page that a property of the contract declares.
  public subscript<Content>(dynamicMember member: KeyPath<Declared, PageEvent<Content>>) -> Event<Content> {
    Event(page: self, declaration: contract[keyPath: member].declaration)
  }

  /// A function of the page, which can be called.
  @MainActor public struct Function<Parameters: Codable & Sendable, Result: Codable & Sendable> {
    let page: ContractPage
    let declaration: Declaration

    /// Calls the function.
    ///
    /// Throws ``PageCallError``; ``PageCallError/invalidAnswer(path:expected:found:)`` for an answer of another type.
    /// - Parameters:
    ///   - deadline: the timeout of the call. The default is ``Limits/deadline``.
    ///   - onProgress: receives the fractions that the page passes to `context.report`. Other values are ignored.
    @discardableResult public func callAsFunction(
      _ parameters: Parameters, deadline: Capability.Deadline = .standard,
      onProgress: (@MainActor (Double) -> Void)? = nil
    ) async throws -> Result {
      let report = onProgress.map { report in
        { @MainActor (value: JSONValue) in
          if case .number(let fraction) = value { report(fraction) }
        }
      }
      let answer = try await page.conversation.call(
        declaration.name, try encodeResult(parameters), in: page.dialect, deadline: deadline, onProgress: report)
      return try (answer ?? .null).decodeAnswer()
    }
  }

  /// A stream of the page, which can be called.
  @MainActor public struct Stream<Parameters: Codable & Sendable, Element: Sendable> {
    let page: ContractPage
    let declaration: Declaration
  }

  /// An event for the page, which can be sent.
  @MainActor public struct Event<Content: Codable & Sendable> {
    let page: ContractPage
    let declaration: Declaration

    /// Sends the event. Throws ``PageCallError``.
    public func callAsFunction(_ content: Content) throws {
      try page.conversation.send(event: declaration.name, data: try encodeResult(content), in: page.dialect)
    }
  }
}

extension ContractPage.Function where Parameters == Nothing {
  /// Calls the function, which has no parameters. See `callAsFunction(_:deadline:onProgress:)`.
  @discardableResult public func callAsFunction(
    deadline: Capability.Deadline = .standard, onProgress: (@MainActor (Double) -> Void)? = nil
  ) async throws -> Result {
    try await callAsFunction(Nothing(), deadline: deadline, onProgress: onProgress)
  }
}

extension ContractPage.Event where Content == Nothing {
  /// Sends the event, which has no content. Throws ``PageCallError``.
  public func callAsFunction() throws { try callAsFunction(Nothing()) }
}

extension ContractPage.Stream where Element: Codable {
  /// Calls the page and returns the values that it sends. ``Conversation/values(_:_:of:in:deadline:)`` describes the
  /// sequence.
  ///
  /// Throws ``PageCallError``. Reading throws it as well: ``PageCallError/invalidAnswer(path:expected:found:)`` for a value
  /// of another type.
  public func callAsFunction(
    _ parameters: Parameters, deadline: Capability.Deadline = .never
  ) throws -> PageValues<Element> {
    try page.conversation.stream(
      .values, declaration.name, try encodeResult(parameters), in: page.dialect, deadline: deadline
    ).answers(of: Element.self)
  }
}

extension ContractPage.Stream where Element == Bytes {
  /// Calls the page and returns the bytes that it sends. Throws ``PageCallError``. Reading throws it as well.
  public func callAsFunction(
    _ parameters: Parameters, deadline: Capability.Deadline = .never
  ) throws -> PageValues<Bytes> {
    try page.conversation.bytes(
      declaration.name, try encodeResult(parameters), in: page.dialect, deadline: deadline)
  }
}

extension ContractPage.Stream where Parameters == Nothing, Element: Codable {
  /// Calls the page, without parameters, and returns the values that it sends.
  public func callAsFunction(deadline: Capability.Deadline = .never) throws -> PageValues<Element> {
    try callAsFunction(Nothing(), deadline: deadline)
  }
}

extension ContractPage.Stream where Parameters == Nothing, Element == Bytes {
  /// Calls the page, without parameters, and returns the bytes that it sends.
  public func callAsFunction(deadline: Capability.Deadline = .never) throws -> PageValues<Bytes> {
    try callAsFunction(Nothing(), deadline: deadline)
  }
}
