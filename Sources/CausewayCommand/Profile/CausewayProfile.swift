import Causeway

/// The profile's part for the suite of Causeway's own bridge.
struct CausewayProfile {
  /// The app's own origins; nil for those of `--allow`, and without that option for the page's own origin.
  var allowedOrigins: Set<Origin>?

  init() {}

  init(_ reader: inout ProfileReader) throws {
    allowedOrigins = try reader.origins("allowedOrigins")
  }
}
