/// A dialect of a bridge, and its listed capabilities by name.
@MainActor final class InstalledDialect {
  let dialect: any Dialect
  /// The name under which the dialect was installed.
  let name: String
  let capabilities: [String: Capability]

  init(_ dialect: any Dialect, named name: String, _ capabilities: [String: Capability]) {
    self.dialect = dialect
    self.name = name
    self.capabilities = capabilities
  }

  /// Returns the capability with this name; nil if there is none. If the dialect's policy refuses the frame, only the
  /// listed capabilities are searched, so a refused page cannot make the dialect look up names.
  func capability(named name: String, for frame: Frame) -> Capability? {
    capabilities[name] ?? (dialect.policy?.refusal(of: frame) == nil ? dialect.capability(named: name) : nil)
  }

  /// Returns the reason why the frame is refused; nil if the frame is served.
  func refusal(of frame: Frame, by capability: Capability?) -> Policy.Refusal? {
    if let refusal = dialect.policy?.refusal(of: frame) { return refusal }
    guard let capability else { return nil }
    guard let policy = capability.policy ?? dialect.defaultPolicy else { return .unstated }
    return policy.refusal(of: frame)
  }

  /// Returns a text for the app's developer: the rule that refuses a frame, and the change that would serve the frame.
  /// Returns nil if no rule refuses the frame.
  func explanation(ofRefusing frame: Frame, by capability: Capability?) -> String? {
    if let policy = dialect.policy, let refusal = policy.refusal(of: frame) {
      return "the policy serves \(policy)\(refusal.cure)"
    }
    guard let capability else { return nil }
    guard let policy = capability.policy ?? dialect.defaultPolicy else {
      return
        "no frame is served, because neither the capability nor the dialect has a policy; pass the origins of the "
        + "app's pages to the dialect, as in `CausewayDialect(…, origins: [\(frame.origin)])`, or a policy to the "
        + "capability"
    }
    guard let refusal = policy.refusal(of: frame) else { return nil }
    let rule = capability.policy == nil ? "the capability states no policy, and that of the dialect" : "the policy"
    return "\(rule) serves \(policy)\(refusal.cure)"
  }
}

extension Policy.Refusal {
  /// The change of the policy that would serve the frame, as the second part of a sentence.
  fileprivate var cure: String {
    switch self {
    case .subframe: "; `frames: .sameOrigin` or `.any` serves sub-frames as well"
    case .foreignFrame: "; `frames: .any` serves sub-frames of other origins as well"
    case .origin(let origin) where origin.isOpaque:
      "; only a policy with `origins: .any` serves opaque origins, such as those of sandboxed frames"
    case .origin(let origin): "; if \(origin) has the app's own pages, add it to the origins"
    case .unstated: ""
    }
  }
}
