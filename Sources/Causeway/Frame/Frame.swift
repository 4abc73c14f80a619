/// The identity of one document. An id is never used again, so a message for a document that went away cannot reach the
/// document that replaced it.
public struct DocumentID: Hashable, Sendable, CustomStringConvertible {
  private let serial: UInt64

  /// Creates an id that no other document has.
  @MainActor public init() {
    Self.latest += 1
    serial = Self.latest
  }

  @MainActor private static var latest: UInt64 = 0

  /// A short text for people, such as `#7`.
  public var description: String { "#\(serial)" }
}

/// One document in one frame, as the host determined it. Nothing in it comes from the page.
public struct Frame: Hashable, Sendable {
  /// The document. It ends when the frame navigates, when the frame is removed, or when the frame's process ends.
  public let document: DocumentID
  /// Whether this is the top-level document of its web view.
  public let isMainFrame: Bool
  /// The document's own origin, which in a sub-frame may differ from the top-level document's.
  public let origin: Origin

  /// The origin of the top-level document; nil if the host cannot determine it. For the main frame, it is the same as
  /// ``origin``.
  public let mainFrameOrigin: Origin?

  /// Creates a frame. Called by hosts.
  /// - Parameter mainFrameOrigin: the origin of the top-level document around a sub-frame. Ignored for the main frame.
  public init(document: DocumentID, isMainFrame: Bool, origin: Origin, mainFrameOrigin: Origin? = nil) {
    self.document = document
    self.isMainFrame = isMainFrame
    self.origin = origin
    self.mainFrameOrigin = isMainFrame ? origin : mainFrameOrigin
  }
}

extension Frame: CustomStringConvertible {
  /// A text for people, such as `sub-frame of https://shop.example`.
  public var description: String {
    (isMainFrame ? "main frame" : "sub-frame") + " of \(origin)"
  }
}
