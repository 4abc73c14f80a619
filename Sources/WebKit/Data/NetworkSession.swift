import CWebKitGTK

/// A session of WebKitGTK with the only object that distributes its downloads: two such objects would both take each
/// download.
@MainActor
final class NetworkSession {
  private let session: GObjectReference
  private let downloads: SessionDownloads

  init(_ session: GObjectReference) {
    self.session = session
    downloads = SessionDownloads(session)
  }

  /// The pointer that WebKitGTK's functions take.
  var opaque: OpaquePointer { session.opaque }
}
