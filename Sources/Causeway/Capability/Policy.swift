/// Who may use a capability.
///
/// The check reads the frame that the host reports with each message; nothing that the page says about itself counts.
public struct Policy: Hashable, Sendable {
  /// Which frames of a page are served.
  public enum Frames: Hashable, Sendable {
    /// The top-level document alone.
    case main
    /// The top-level document, and sub-frames of its own origin. An opaque origin is nobody's own.
    case sameOrigin
    /// The top-level document and every sub-frame.
    case any
  }

  /// Which origins are served.
  public enum Origins: Hashable, Sendable {
    /// Every origin, opaque ones too.
    case any
    /// Every origin that has a name: all but opaque ones. Local files have one, ``Origin/file``.
    case named
    /// Exactly these; none if the set is empty. An opaque origin is never among them.
    case only(Set<Origin>)
  }

  /// Which frames of a page are served.
  public var frames: Frames
  /// Which origins are served.
  public var origins: Origins

  /// A policy from its two rules.
  public init(frames: Frames, origins: Origins) {
    self.frames = frames
    self.origins = origins
  }

  /// Every frame of every origin: for what carries no secret and does nothing that a stranger must not do.
  public static let everyone = Policy(frames: .any, origins: .any)

  /// The main frame alone, whatever its origin: for a web view that shows nothing but the app's own pages.
  public static let mainFrame = Policy(frames: .main, origins: .any)

  /// The main frame alone, and only while it shows one of these origins. An empty set serves nobody.
  public static func mainFrame(of origins: Set<Origin>) -> Policy {
    Policy(frames: .main, origins: .only(origins))
  }

  /// Why the frame is refused, or nil if it is served.
  public func refusal(of frame: Frame) -> Refusal? {
    switch frames {
    case .main where !frame.isMainFrame: return .subframe
    case .sameOrigin where !frame.isMainFrame && frame.mainFrameOrigin?.isSameOrigin(as: frame.origin) != true:
      return .foreignFrame
    case .main, .sameOrigin, .any: break
    }
    return serves(frame.origin) ? nil : .origin(frame.origin)
  }

  private func serves(_ origin: Origin) -> Bool {
    switch origins {
    case .any: true
    case .named: !origin.isOpaque
    case .only(let allowed): !origin.isOpaque && allowed.contains(origin)
    }
  }

  /// Why a frame is refused.
  public enum Refusal: Hashable, Sendable, CustomStringConvertible {
    /// A sub-frame called what only the main frame may.
    case subframe
    /// A sub-frame of another origin than the page's called what only the page's own frames may.
    case foreignFrame
    /// The origin is not one of those allowed.
    case origin(Origin)

    /// The reason in words.
    public var description: String {
      switch self {
      case .subframe: "only the main frame may call it"
      case .foreignFrame: "only frames of the page's own origin may call it"
      case .origin(let origin): "the origin \(origin) may not call it"
      }
    }
  }
}

extension Policy: CustomStringConvertible {
  /// Whom it serves, in words, such as `the main frame of https://shop.example`.
  public var description: String {
    let who =
      switch frames {
      case .main: "the main frame"
      case .sameOrigin: "the main frame and sub-frames of its origin,"
      case .any: "every frame"
      }
    switch origins {
    case .any: return "\(who) of any origin"
    case .named: return "\(who) of any origin that is not opaque"
    case .only(let allowed) where allowed.isEmpty: return "nobody, because its set of origins is empty"
    case .only(let allowed): return "\(who) of " + allowed.map(\.description).sorted().joined(separator: ", ")
    }
  }
}
