import CausewayContract

/// The functions, streams and events that an app and its pages use with each other, as a Swift type.
///
///     struct Shop: BridgeContract {
///       let share = AppFunction<Share, Bool>("share", "Shares an item.", errors: [NotSignedIn.self])
///       let title = PageFunction<TitleRequest, String>("title")
///     }
///
/// Each stored property is a declaration: ``AppFunction``, ``AppStream``, ``AppUpload`` and ``AppEvent`` are served by
/// the app, and ``PageFunction``, ``PageStream`` and ``PageEvent`` by pages. ``CausewayDialect`` takes the contract,
/// and ``Conversation/page(_:in:)`` uses it to call the page.
///
/// Every page and frame in the web view can read the contract with its documentation, so it must contain no secrets.
public protocol BridgeContract: Sendable {
  /// The contract's name, which is the name of its TypeScript interface. The default is the name of the type.
  var name: String { get }
}

extension BridgeContract {
  /// The name of the type.
  public var name: String { "\(Self.self)" }

  /// The contract as a value, which can be written as JSON and as TypeScript declarations.
  ///
  /// It is derived at each access, by decoding samples of the types, so store it if you need it often.
  public var contract: Contract { ContractDescription([self]).derive(probing: true).contract }

  /// The declarations, in the order of their properties.
  var declarations: [Declaration] {
    Mirror(reflecting: self).children.compactMap { ($0.value as? any ContractMember)?.declaration }
  }
}
