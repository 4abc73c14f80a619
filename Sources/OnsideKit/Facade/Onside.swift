import OnsideCore

/// The SDK of this process.
@MainActor public enum Onside {
  /// The process-wide client; nil before it is initialised.
  package internal(set) static var client: OnsideClient?
}
