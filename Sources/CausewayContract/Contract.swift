import CausewayJSON

/// The interface between a page and an app over a bridge that the app defines itself: names, parameters, results and
/// errors.
public struct Contract: Hashable, Sendable {
  /// The contract's name, which is the name of its TypeScript interface, such as `Shop`.
  public var name: String
  /// The functions, streams and events. No two members with the same caller have the same name.
  public var members: [Member]
  /// The typed errors of the members, by the names of their classes.
  public var errors: [ErrorType]
  /// The named types that the schemas refer to.
  public var types: [String: Schema]

  /// Creates a contract, without checking that names are unique and that references have a target.
  public init(name: String, members: [Member] = [], errors: [ErrorType] = [], types: [String: Schema] = [:]) {
    self.name = name
    self.members = members
    self.errors = errors
    self.types = types
  }

  /// The two sides of a bridge.
  public enum Side: String, Hashable, Sendable {
    /// The web page.
    case page
    /// The native app.
    case app
  }

  /// The kinds of members.
  public enum Form: String, Hashable, Sendable {
    /// A request with one answer.
    case call
    /// A request that is answered with a stream of values or bytes.
    case stream
    /// A request that is followed by a stream of values or bytes, and then answered.
    case upload
    /// A message without an answer.
    case event
  }

  /// The content of parameters, of a result, or of the elements of a stream.
  public enum Content: Hashable, Sendable {
    /// No value; `undefined` in the page.
    case nothing
    /// A JSON value.
    case value(Schema)
    /// Bytes; an `ArrayBuffer` in the page.
    case bytes
  }

  /// A function, a stream or an event.
  public struct Member: Hashable, Sendable {
    /// The name in messages, such as `photo.save`.
    public var name: String
    /// The side that calls the function or sends the event.
    public var caller: Side
    /// The kind of the member.
    public var form: Form
    /// The parameters, or the data of an event.
    public var parameters: Content
    /// The elements of a stream or of an upload; ``Content/nothing`` for the other kinds.
    public var elements: Content
    /// The result of a call or of an upload; ``Content/nothing`` for the other kinds.
    public var result: Content
    /// The schema of the progress values that the called side reports before its result; nil for any values, which by
    /// convention are the completed fraction.
    public var progress: Schema?
    /// Whether the page may pass bytes beside the parameters.
    public var takesBytes: Bool
    /// The names of the typed errors with which the member may fail.
    public var errors: [String]
    /// A sentence for the developers who call the member, or who listen for it.
    public var documentation: String
    /// A sentence that says what to use instead; nil if the member is not deprecated.
    public var deprecation: String?

    /// Creates a member.
    public init(
      _ name: String, caller: Side, form: Form, parameters: Content = .nothing, elements: Content = .nothing,
      result: Content = .nothing, progress: Schema? = nil, takesBytes: Bool = false, errors: [String] = [],
      documentation: String = "", deprecation: String? = nil
    ) {
      self.name = name
      self.caller = caller
      self.form = form
      self.parameters = parameters
      self.elements = elements
      self.result = result
      self.progress = progress
      self.takesBytes = takesBytes
      self.errors = errors
      self.documentation = documentation
      self.deprecation = deprecation
    }
  }

  /// An error for which the page has a separate class.
  public struct ErrorType: Hashable, Sendable {
    /// The name of the class in the page, such as `NotSignedIn`.
    public var name: String
    /// The error's `code` in messages, such as `NOT_SIGNED_IN`.
    public var code: String
    /// The values that the error carries beside its message; nil for none.
    public var details: Schema?
    /// A sentence for the developers who handle the error.
    public var documentation: String

    /// Creates an error type.
    public init(_ name: String, code: String, details: Schema? = nil, documentation: String = "") {
      self.name = name
      self.code = code
      self.details = details
      self.documentation = documentation
    }
  }
}
