/// Names one document while it lives. It is never given twice, so what was meant for a document that went away
/// cannot reach the one that took its place.
public struct DocumentID: Hashable, Sendable, CustomStringConvertible {
  private let serial: UInt64

  /// A name that no other document has.
  @MainActor public init() {
    Self.latest += 1
    serial = Self.latest
  }

  @MainActor private static var latest: UInt64 = 0

  /// A short text for people, such as `#7`.
  public var description: String { "#\(serial)" }
}

/// Who speaks: one document in one frame, as the host saw it, never as the page said it.
public struct Frame: Hashable, Sendable {
  /// The document; it ends when the frame navigates, is removed, or its process dies.
  public let document: DocumentID
  /// Whether this is the top-level document of its web view.
  public let isMainFrame: Bool
  /// The document's own origin, not that of the page around it.
  public let origin: Origin

  /// The origin of the top-level document around it, or its own if it is that; nil if the host does not know.
  public let mainFrameOrigin: Origin?

  /// A frame as a host reports it.
  /// - Parameter mainFrameOrigin: of the document around a sub-frame; not needed for the main frame.
  public init(document: DocumentID, isMainFrame: Bool, origin: Origin, mainFrameOrigin: Origin? = nil) {
    self.document = document
    self.isMainFrame = isMainFrame
    self.origin = origin
    self.mainFrameOrigin = isMainFrame ? origin : mainFrameOrigin
  }
}

extension Frame: CustomStringConvertible {
  /// For messages to people: which frame, of which origin.
  public var description: String {
    (isMainFrame ? "main frame" : "sub-frame") + " of \(origin)"
  }
}
