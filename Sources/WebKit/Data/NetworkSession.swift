import CWebKitGTK

/// WebKitGTK's session, and the one who hands out its downloads: two would both take each download.
@MainActor
final class NetworkSession {
  private let session: GObjectReference
  private let downloads: SessionDownloads

  init(_ session: GObjectReference) {
    self.session = session
    downloads = SessionDownloads(session)
  }

  /// The session as WebKitGTK's functions take it.
  var opaque: OpaquePointer { session.opaque }
}
