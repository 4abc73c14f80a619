import Causeway
import Foundation

/// The profile's part for an app's own bridge.
struct CausewayProfile {
  /// The app's own origins; nil for those of `--allow`, and without that option for the page's own origin.
  var allowedOrigins: Set<Origin>?
  /// The file of the contract; nil if the app has no bridge of its own.
  var contract: URL?
  /// The module that answers pages; nil if nothing answers them.
  var mock: URL?

  init() {}

  init(_ reader: inout ProfileReader) throws {
    allowedOrigins = try reader.origins("allowedOrigins")
    contract = try reader.file("contract")
    mock = try reader.file("mock")
  }
}
