import CausewayContract

/// The declaration of a function of the page that the app calls, as in `try await page.title(length)` with
/// ``Conversation/page(_:in:)``.
///
/// `Parameters` and `Result` are `Codable` types, or ``Nothing``.
public struct PageFunction<Parameters: Codable & Sendable, Result: Codable & Sendable>: ContractMember {
  let declaration: Declaration

  /// Declares a function. `AppFunction/init(_:_:errors:takesBytes:deprecated:)` describes the parameters.
  public init(_ name: String, _ documentation: String = "", deprecated: String? = nil) {
    declaration = Declaration(name, documentation, caller: .app, form: .call, deprecation: deprecated) {
      $0.parameters = $1.content(of: Parameters.self)
      $0.result = $1.content(of: Result.self)
    }
  }
}

/// The declaration of a function of the page that sends the app many values, one after another, or pieces of bytes.
///
/// `Element` is a `Codable` type, or ``Bytes``.
public struct PageStream<Parameters: Codable & Sendable, Element: Sendable>: ContractMember {
  let declaration: Declaration

  private init(
    _ name: String, _ documentation: String, _ deprecation: String?,
    _ elements: @escaping @Sendable (inout SchemaTable) -> Contract.Content
  ) {
    declaration = Declaration(name, documentation, caller: .app, form: .stream, deprecation: deprecation) {
      $0.parameters = $1.content(of: Parameters.self)
      $0.elements = elements(&$1)
    }
  }
}

extension PageStream where Element: Codable {
  /// Declares a stream of values. `AppFunction/init(_:_:errors:takesBytes:deprecated:)` describes the parameters.
  public init(_ name: String, _ documentation: String = "", deprecated: String? = nil) {
    self.init(name, documentation, deprecated) { $0.content(of: Element.self) }
  }
}

extension PageStream where Element == Bytes {
  /// Declares a stream of bytes.
  public init(_ name: String, _ documentation: String = "", deprecated: String? = nil) {
    self.init(name, documentation, deprecated) { _ in .bytes }
  }
}

/// The declaration of an event that the app sends to pages. Events have no answer.
///
/// `Content` is a `Codable` type, or ``Nothing``.
public struct PageEvent<Content: Codable & Sendable>: ContractMember {
  let declaration: Declaration

  /// Declares an event. `AppFunction/init(_:_:errors:takesBytes:deprecated:)` describes the parameters.
  public init(_ name: String, _ documentation: String = "", deprecated: String? = nil) {
    declaration = Declaration(name, documentation, caller: .app, form: .event, deprecation: deprecated) {
      $0.parameters = $1.content(of: Content.self)
    }
  }
}
