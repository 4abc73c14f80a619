import Foundation

/// The user's purchases, signed by the store: for the publisher's backend, which checks the signature.
public struct OnsideSignedInAppsHistory: Hashable, Sendable {
  /// The bytes as they came: a compact JWS.
  public var data: Data
  /// The same as text; nil if they are not UTF-8.
  public var string: String?

  /// A history from its bytes.
  public init(data: Data) {
    self.data = data
    let text = String(decoding: data, as: UTF8.self)
    string = text.utf8.elementsEqual(data) ? text : nil
  }
}

/// How the user came to the app.
public struct OnsideAttributionMetadata: Hashable, Codable, Sendable {
  /// Where the user came from; nil if that is not known, or nowhere in particular.
  public var refererUrl: URL?

  /// What is known of it.
  public init(refererUrl: URL? = nil) {
    self.refererUrl = refererUrl
  }
}
