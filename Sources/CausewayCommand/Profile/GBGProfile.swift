import Causeway
import CausewayJSON
import GBGBridge

/// The profile's part for GBGBridge.
struct GBGProfile: Hashable {
  /// How a capture ends when it is approved.
  enum Capture: Hashable {
    /// With a picture.
    case picture(PictureFile)
    /// The user cancels, with a reason.
    case cancel(reason: String)
    /// With an error.
    case failure(Failure)
  }

  /// What a capability of the app's own answers.
  struct Custom: Hashable {
    /// The version that `capability.query` tells.
    var version = "1.0"
    var answer: CustomAnswer
  }

  /// How a request to a capability of the app's own ends.
  enum CustomAnswer: Hashable {
    /// With data.
    case data(JSONObject)
    /// The user cancels, with a reason.
    case cancel(reason: String)
    /// With an error.
    case failure(Failure)
  }

  /// An error as the page gets it.
  struct Failure: Hashable {
    let code: BridgeErrorCode
    let message: String
  }

  /// What `capability.query` tells of the host.
  var hostVersion = "1.0.0"
  /// How `camera.document.capture` ends; nil for a host without it, unless a person chooses a picture.
  var document: Capture?
  /// How `camera.selfie.capture` ends; nil for a host without it, unless a person chooses a picture.
  var selfie: Capture?
  /// The capabilities of the app's own, by their identifiers.
  var custom: [String: Custom] = [:]
  /// Whether the cameras are switched on. Not a key of the file.
  var isEnabled = true
  /// The origins that are served; nil for those of the command line. Not a key of the file.
  var allowedOrigins: Set<Origin>?

  init() {}

  init(_ reader: inout ProfileReader) throws {
    hostVersion = try reader.string("hostVersion") ?? hostVersion
    try reader.object("camera.document") { part in document = try Capture(&part) }
    try reader.object("camera.selfie") { part in selfie = try Capture(&part) }
    try reader.object("custom") { part in
      try part.eachObject { id, entry in
        guard !Self.ownIdentifiers.contains(id) else {
          throw ProfileMistake(place: entry.place, problem: "\"\(id)\" is the bridge's own, not a custom capability")
        }
        custom[id] = try Custom(&entry)
      }
    }
  }

  /// What the bridge answers before it looks at custom capabilities.
  private static let ownIdentifiers: Set = [
    "capability.query", "camera.document", "camera.document.capture", "camera.selfie", "camera.selfie.capture",
  ]
}

extension GBGProfile.Capture {
  init(_ reader: inout ProfileReader) throws {
    let key = try reader.only(of: "file", "cancel", "error")
    if key == "file", let picture = try reader.picture(key) {
      self = .picture(picture)
    } else if key == "cancel", let reason = try reader.string(key) {
      self = .cancel(reason: reason)
    } else {
      self = .failure(try GBGProfile.Failure(&reader, key))
    }
  }
}

extension GBGProfile.Custom {
  init(_ reader: inout ProfileReader) throws {
    let version = try reader.string("version") ?? "1.0"
    let key = try reader.only(of: "data", "cancel", "error")
    if key == "data", let data = try reader.json(key) {
      self.init(version: version, answer: .data(data))
    } else if key == "cancel", let reason = try reader.string(key) {
      self.init(version: version, answer: .cancel(reason: reason))
    } else {
      self.init(version: version, answer: .failure(try GBGProfile.Failure(&reader, key)))
    }
  }
}

extension GBGProfile.Failure {
  fileprivate init(_ reader: inout ProfileReader, _ key: String) throws {
    var code: BridgeErrorCode?
    var message: String?
    try reader.object(key) { part in
      code = try part.required(part.choice("code", BridgeErrorCode.self), "code")
      message = try part.required(part.string("message"), "message")
    }
    self.init(code: code ?? .internalError, message: message ?? "")
  }
}
