import CausewayJSON

/// The lines of JSON between `causeway driver` and the process of a page.
package enum AppLink {
  /// The limits of a line. A message of the page may have 512 levels, and a line adds its own around the message.
  package static let limits = JSONLimits(maximumDepth: 1_024)
}
