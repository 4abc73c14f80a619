import Causeway
import CausewayJSON
import CausewayText

/// A command of a page that was read and checked, and who asked.
public struct LinkRequest<Command: Hashable & Sendable>: Hashable, Sendable {
  /// What is asked.
  public let command: Command
  /// The members of the page's data that the protocol does not have, in the page's order and unchecked; empty if there are
  /// none. Any page can write anything there. Prompts show them, so what was approved includes them.
  public let fields: JSONObject
  /// The origin of the document that asks, as the web view reports it.
  public let origin: Origin
  /// Whether it is the top-level document of its web view.
  public let isMainFrame: Bool
  /// What the page says of itself.
  public let metadata: WebsiteMetadata
}

extension LinkRequest where Command: ReadableCommand {
  /// Reads a message; throws ``LinkError/malformedInput`` with what is wrong.
  @MainActor init(_ message: JSONValue, from frame: Frame, for provider: any WalletProvider) throws(LinkError) {
    let fields = Fields(message[LinkContract.Key.data])
    let command = try Command(fields, for: provider)
    self.init(command, fields: fields.unread, message, from: frame)
  }
}

extension LinkRequest {
  /// A request whose command was read from the message already.
  init(_ command: Command, fields: JSONObject = [:], _ message: JSONValue, from frame: Frame) {
    self.command = command
    self.fields = fields
    origin = frame.origin
    isMainFrame = frame.isMainFrame
    metadata = WebsiteMetadata(message[LinkContract.Key.metadata])
  }
}

/// What a page says of itself, never who it is. Show it as the page's words, by `PageText.shown(limit:lineBreaks:)`.
public struct WebsiteMetadata: Hashable, Sendable {
  /// Its title.
  public let title: PageText?
  /// What it is about.
  public let description: PageText?
  /// The URL of a picture. Whoever loads it tells the page's servers.
  public let image: PageText?

  /// Whatever is not as documented is left out: a command does not fail for it.
  init(_ json: JSONValue?) {
    title = json?["title"]?.stringValue.map(PageText.init)
    description = json?["description"]?.stringValue.map(PageText.init)
    image = json?["image"]?.stringValue.map(PageText.init)
  }
}

/// A command that a prompt can show.
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
  /// What of it observers must not see.
  static var sensitivity: Capability.Sensitivity { get }
  init(_ fields: Fields) throws(LinkError)
  /// Reads the command for a wallet that may complete what the page left out.
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
  /// What only the wallet knows whether it is valid. Called before the user is asked.
  @MainActor static func check(_ request: LinkRequest<Self>, with provider: any WalletProvider) async throws
}

extension ConsentCommand {
  @MainActor static func check(_ request: LinkRequest<Self>, with provider: any WalletProvider) async throws {}
}
