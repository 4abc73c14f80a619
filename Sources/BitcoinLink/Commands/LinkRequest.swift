import Causeway

/// A command of a page that was read and checked, and who asked.
public struct LinkRequest<Command: Hashable & Sendable>: Hashable, Sendable {
  /// What is asked.
  public let command: Command
  /// The origin of the document that asks, as the web view reports it.
  public let origin: Origin
  /// Whether it is the top-level document of its web view.
  public let isMainFrame: Bool
  /// What the page says of itself.
  public let metadata: WebsiteMetadata
}

extension LinkRequest where Command: ReadableCommand {
  /// Reads a message; throws ``LinkError/malformedInput`` with what is wrong.
  init(_ message: JSONValue, from frame: Frame) throws(LinkError) {
    command = try Command(Fields(message[LinkContract.Key.data]))
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

/// A command that can be read from a message.
protocol ReadableCommand: Hashable, Sendable {
  associatedtype Answer: Encodable & Sendable
  static var name: LinkCommand { get }
  /// What of it observers must not see.
  static var sensitivity: Capability.Sensitivity { get }
  init(_ fields: Fields) throws(LinkError)
}

extension ReadableCommand {
  static var sensitivity: Capability.Sensitivity { [] }
}

/// A command that moves money or signs.
protocol ConsentCommand: ReadableCommand {
  static var kind: ApprovalPrompt.Kind { get }
  /// What only the wallet knows whether it is valid. Called before the user is asked.
  @MainActor static func check(_ request: LinkRequest<Self>, with provider: any WalletProvider) async throws
  var rows: [ApprovalPrompt.Row] { get }
  var warnings: [ApprovalPrompt.Warning] { get }
}

extension ConsentCommand {
  @MainActor static func check(_ request: LinkRequest<Self>, with provider: any WalletProvider) async throws {}

  var warnings: [ApprovalPrompt.Warning] { [] }
}
