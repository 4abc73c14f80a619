/// The frames and origins that may use a capability.
///
/// The check uses the frame that the host reports with each message. It uses nothing that the page says about itself.
public struct Policy: Hashable, Sendable {
  /// The frames of a page that are served.
  public enum Frames: Hashable, Sendable {
    /// Only the top-level document.
    case main
    /// The top-level document, and sub-frames of the same origin. An opaque origin never counts as the same origin.
    case sameOrigin
    /// The top-level document and every sub-frame.
    case any
  }

  /// The origins that are served.
  public enum Origins: Hashable, Sendable {
    /// Every origin, including opaque ones.
    case any
    /// Every origin except opaque ones. The origin of local files, ``Origin/file``, is included.
    case named
    /// Only these origins; none if the set is empty. Opaque origins are never served.
    case only(Set<Origin>)
  }

  /// The frames of a page that are served.
  public var frames: Frames
  /// The origins that are served.
  public var origins: Origins

  /// Creates a policy that serves a frame only if both rules allow the frame.
  public init(frames: Frames, origins: Origins) {
    self.frames = frames
    self.origins = origins
  }

  /// A policy that serves every frame of every origin. Use it only for capabilities that carry no secret and that any
  /// page may use.
  public static let everyone = Policy(frames: .any, origins: .any)

  /// A policy that serves only the main frame, whatever its origin. Use it for a web view that shows only the app's own
  /// pages.
  public static let mainFrame = Policy(frames: .main, origins: .any)

  /// Returns a policy that serves only the main frame, and only while its document has one of these origins. If the set
  /// is empty, the policy serves no frame.
  public static func mainFrame(of origins: Set<Origin>) -> Policy {
    Policy(frames: .main, origins: .only(origins))
  }

  /// Returns the reason why the frame is refused, or nil if it is served.
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

  /// The reason why a frame is refused.
  public enum Refusal: Hashable, Sendable, CustomStringConvertible {
    /// A sub-frame called a capability that serves only the main frame.
    case subframe
    /// A sub-frame of another origin called a capability that serves only frames of the main frame's origin.
    case foreignFrame
    /// The frame's origin is not allowed.
    case origin(Origin)
    /// Neither the capability nor its dialect states a policy, so no frame is served.
    case unstated

    /// The reason as text for the page, without a period.
    public var description: String {
      switch self {
      case .subframe: "only the main frame may send this request"
      case .foreignFrame: "only frames of the page's own origin may send this request"
      case .origin(let origin): "the origin \(origin) may not send this request"
      case .unstated: "the app does not say which pages may send this request"
      }
    }
  }
}

extension Policy: CustomStringConvertible {
  /// The frames and origins that the policy serves, as text, such as `the main frame of https://shop.example`.
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
    case .only(let allowed) where allowed.isEmpty: return "no frame, because its set of origins is empty"
    case .only(let allowed): return "\(who) of " + allowed.map(\.description).sorted().joined(separator: ", ")
    }
  }
}
