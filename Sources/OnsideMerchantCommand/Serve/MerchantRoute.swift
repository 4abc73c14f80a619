/// The routes of `causeway-merchant serve`, as its metrics and its log name them.
enum MerchantRoute: String, CaseIterable, Sendable {
  case validate, entitlements, notifications, healthz, readyz, metrics, site
  /// No route: the path does not exist, or the request was refused before.
  case none

  /// Finds the route of a path. The probes are outside the base path, so that a proxy that forwards the base path
  /// does not publish them.
  ///
  /// - Parameters:
  ///   - path: the segments of the request's path.
  ///   - basePath: the segments that come before every other route.
  ///   - hasSite: whether other paths belong to the site.
  ///   - acceptsNotifications: whether the store may send notifications.
  init(_ path: [String], basePath: [String], hasSite: Bool, acceptsNotifications: Bool) {
    switch path {
    case ["healthz"]: self = .healthz
    case ["readyz"]: self = .readyz
    case ["metrics"]: self = .metrics
    default:
      guard path.starts(with: basePath) else {
        self = .none
        return
      }
      let rest = path.dropFirst(basePath.count)
      switch (rest.first, rest.count, rest.last) {
      case ("validate", 1, _): self = .validate
      case ("notifications", 1, _) where acceptsNotifications: self = .notifications
      case ("customers", 3, "entitlements"): self = .entitlements
      default: self = hasSite ? .site : .none
      }
    }
  }

  /// The methods that the route supports.
  var methods: [String] {
    switch self {
    case .validate, .notifications: ["POST"]
    default: ["GET", "HEAD"]
    }
  }
}
