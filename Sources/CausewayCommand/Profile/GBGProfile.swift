import Causeway
import CausewayJSON
import GBGBridge

/// The profile's part for GBGBridge.
struct GBGProfile: Hashable {
  /// The result of a capture that the user approved.
  enum Capture: Hashable {
    /// The capture gives a picture.
    case picture(PictureFile)
    /// The user cancels. The reason is a text for the page.
    case cancel(reason: String)
    /// The request fails with an error.
    case failure(Failure)
  }

  /// A custom capability of the app and its answer.
  struct Custom: Hashable {
    /// The version in the answer to `capability.query`.
    var version = "1.0"
    var answer: CustomAnswer
  }

  /// The result of a request to a custom capability of the app.
  enum CustomAnswer: Hashable {
    /// The request succeeds with data.
    case data(JSONObject)
    /// The user cancels. The reason is a text for the page.
    case cancel(reason: String)
    /// The request fails with an error.
    case failure(Failure)
  }

  /// An error that the page gets.
  struct Failure: Hashable {
    let code: BridgeErrorCode
    let message: String
  }

  /// The host's version in the answer to `capability.query`.
  var hostVersion = "1.0.0"
  /// The result of `camera.document.capture`. If nil, no handler answers the capture and the page waits, unless the
  /// profile's `answer` is `ask`: then the user chooses a picture.
  var document: Capture?
  /// The result of `camera.selfie.capture`. If nil, no handler answers the capture and the page waits, unless the
  /// profile's `answer` is `ask`: then the user chooses a picture.
  var selfie: Capture?
  /// The custom capabilities of the app, by identifier.
  var custom: [String: Custom] = [:]
  /// Whether the cameras are switched on. The profile file has no key for this.
  var isEnabled = true
  /// The origins that the host serves; nil for those of the command line. The profile file has no key for this.
  var allowedOrigins: Set<Origin>?

  init() {}

  init(_ reader: inout ProfileReader) throws {
    hostVersion = try reader.string("hostVersion") ?? hostVersion
    try reader.object("camera.document") { part in document = try Capture(&part) }
    try reader.object("camera.selfie") { part in selfie = try Capture(&part) }
    try reader.object("custom") { part in
      try part.eachObject { id, entry in
        guard !Self.ownIdentifiers.contains(id) else {
          throw ProfileMistake(
            place: entry.place, problem: "\"\(id)\" is a capability of the bridge itself, not a custom one")
        }
        custom[id] = try Custom(&entry)
      }
    }
  }

  /// The identifiers that the bridge itself uses. The bridge never passes a request for them to a custom capability.
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
