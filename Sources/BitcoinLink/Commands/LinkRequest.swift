import Causeway
import CausewayJSON
import CausewayText

/// A command that was read from a page's message and checked, and the requesting origin.
public struct LinkRequest<Command: Hashable & Sendable>: Hashable, Sendable {
  /// The requested command, with its checked fields.
  public let command: Command
  /// The members of the page's data that the protocol does not define, unchecked and in the page's order; empty if
  /// there are none. Any page can write anything there. Prompts show these members, so the user's approval includes
  /// them.
  public let fields: JSONObject
  /// The requesting origin: the origin of the document that sent the request, as the web view reports it.
  public let origin: Origin
  /// Whether the requesting document is the top-level document of its web view.
  public let isMainFrame: Bool
  /// The page's description of itself.
  public let metadata: WebsiteMetadata
}

extension LinkRequest where Command: ReadableCommand {
  /// Reads a command from a message. Throws ``LinkError/malformedInput`` with a description of the fault.
  @MainActor init(_ message: JSONValue, from frame: Frame, for provider: any WalletProvider) throws(LinkError) {
    let fields = Fields(message[LinkContract.Key.data])
    let command = try Command(fields, for: provider)
    self.init(command, fields: fields.unread, message, from: frame)
  }
}

extension LinkRequest {
  /// Creates a request with a command that was already read from the message.
  init(_ command: Command, fields: JSONObject = [:], _ message: JSONValue, from frame: Frame) {
    self.command = command
    self.fields = fields
    origin = frame.origin
    isMainFrame = frame.isMainFrame
    metadata = WebsiteMetadata(message[LinkContract.Key.metadata])
  }
}

/// A page's description of itself, which does not prove the page's identity. Show it as the page's words, with
/// `PageText.shown(limit:lineBreaks:)`.
public struct WebsiteMetadata: Hashable, Sendable {
  /// The page's title.
  public let title: PageText?
  /// The page's description of its content.
  public let description: PageText?
  /// The URL of a picture. If the wallet loads the picture, the page's servers see the request.
  public let image: PageText?

  /// Reads the metadata. Leaves out members of another type than the documented one, because metadata must not make a
  /// command fail.
  init(_ json: JSONValue?) {
    title = json?["title"]?.stringValue.map(PageText.init)
    description = json?["description"]?.stringValue.map(PageText.init)
    image = json?["image"]?.stringValue.map(PageText.init)
  }
}

/// A command that can be shown in a prompt.
protocol PromptedCommand: Hashable, Sendable {
  static var kind: ApprovalPrompt.Kind { get }
  var rows: [ApprovalPrompt.Row] { get }
  var warnings: [ApprovalPrompt.Warning] { get }
}

extension PromptedCommand {
  var rows: [ApprovalPrompt.Row] { [] }
  var warnings: [ApprovalPrompt.Warning] { [] }
}

/// A command that can be read from a message.
protocol ReadableCommand: PromptedCommand {
  associatedtype Answer: Encodable & Sendable
  static var name: LinkCommand { get }
  /// The parts of a call that observers must not see.
  static var sensitivity: Capability.Sensitivity { get }
  init(_ fields: Fields) throws(LinkError)
  /// Reads the command for a wallet. The wallet may supply a default for a field that the page left out.
  @MainActor init(_ fields: Fields, for provider: any WalletProvider) throws(LinkError)
}

extension ReadableCommand {
  static var sensitivity: Capability.Sensitivity { [] }

  @MainActor init(_ fields: Fields, for provider: any WalletProvider) throws(LinkError) {
    try self.init(fields)
  }
}

/// A command that moves money or signs.
protocol ConsentCommand: ReadableCommand {
  /// Checks the parts of a request that only the wallet can check. Called before the user is asked.
  @MainActor static func check(_ request: LinkRequest<Self>, with provider: any WalletProvider) async throws
}

extension ConsentCommand {
  @MainActor static func check(_ request: LinkRequest<Self>, with provider: any WalletProvider) async throws {}
}
