import Foundation

/// The user's purchases, signed by the store for the publisher's backend, which verifies the signature.
public struct OnsideSignedInAppsHistory: Hashable, Sendable {
  /// The store's bytes, unchanged: a compact JWS.
  public var data: Data
  /// The history as text; nil if ``data`` is not UTF-8.
  public var string: String?

  /// Creates a history from the store's bytes.
  public init(data: Data) {
    self.data = data
    let text = String(decoding: data, as: UTF8.self)
    string = text.utf8.elementsEqual(data) ? text : nil
  }
}

/// The information about how the user came to the app.
public struct OnsideAttributionMetadata: Hashable, Codable, Sendable {
  /// The address from which the user came; nil if there is none or it is not known.
  public var refererUrl: URL?

  /// Creates attribution metadata, for a service or a test.
  public init(refererUrl: URL? = nil) {
    self.refererUrl = refererUrl
  }
}
