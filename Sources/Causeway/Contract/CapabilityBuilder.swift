/// A result builder that makes the list of an app's capabilities from the statements of a closure.
@resultBuilder public enum CapabilityBuilder {
  /// Adds one capability.
  public static func buildExpression(_ capability: Capability) -> [Capability] { [capability] }
  /// Adds a list of capabilities.
  public static func buildExpression(_ capabilities: [Capability]) -> [Capability] { capabilities }
  /// Joins the statements of a block.
  public static func buildBlock(_ parts: [Capability]...) -> [Capability] { Array(parts.joined()) }
  /// Adds the capabilities of an `if` without `else`.
  public static func buildOptional(_ part: [Capability]?) -> [Capability] { part ?? [] }
  /// Adds the capabilities of an `if` branch.
  public static func buildEither(first part: [Capability]) -> [Capability] { part }
  /// Adds the capabilities of an `else` branch.
  public static func buildEither(second part: [Capability]) -> [Capability] { part }
  /// Adds the capabilities of a loop.
  public static func buildArray(_ parts: [[Capability]]) -> [Capability] { Array(parts.joined()) }
  /// Adds the capabilities of an `if #available` block.
  public static func buildLimitedAvailability(_ part: [Capability]) -> [Capability] { part }
}
