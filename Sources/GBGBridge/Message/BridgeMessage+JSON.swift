import CausewayJSON

/// The reason why a body is not a message.
struct BridgeMessageError: Error, Hashable {
  /// A text that says which member is wrong and what was expected.
  let reason: String

  static func missing(_ member: String, _ wanted: String) -> BridgeMessageError {
    BridgeMessageError(reason: "\"\(member)\" is missing or not \(wanted)")
  }
}

extension BridgeMessage {
  private typealias Key = GBGContract.Key

  /// Reads a message leniently: unknown members are ignored, `null` counts as absent, and members that the host does
  /// not need may have any value.
  init(_ json: JSONValue) throws(BridgeMessageError) {
    guard let object = json.objectValue else { throw BridgeMessageError(reason: "the message is not an object") }
    guard let type = object[Key.type]?.stringValue.flatMap(BridgeMessageType.init) else {
      throw .missing(Key.type, "\"request\", \"response\" or \"event\"")
    }
    guard let correlationId = object[Key.correlationId]?.stringValue else {
      throw .missing(Key.correlationId, "a string")
    }
    guard let payload = object[Key.payload], payload.objectValue != nil else {
      throw .missing(Key.payload, "an object")
    }
    self.init(
      type: type, correlationId: correlationId, payload: try BridgePayload(payload),
      version: object[Key.version].flatMap(Self.version), timestamp: object[Key.timestamp]?.numberValue)
  }

  /// Returns the correlation id of a body that could not be read as a message, so that it can be answered; nil if the
  /// body is not a request.
  static func correlation(in member: (String) -> String?) -> JSONValue? {
    guard member(Key.type) == BridgeMessageType.request.rawValue else { return nil }
    return member(Key.correlationId).map(JSONValue.string)
  }

  /// Reads a version. The protocol uses a string; a number is accepted too.
  private static func version(_ json: JSONValue) -> String? {
    json.stringValue ?? json.numberValue.map { JSONValue.number($0).json }
  }

  /// Whether the message has the host's major version or no version.
  var isOfOurVersion: Bool {
    func major(_ version: String) -> Substring? {
      version.split(separator: ".", omittingEmptySubsequences: false).first
    }
    return version.map { major($0) == major(GBGContract.version) } ?? true
  }
}

extension BridgePayload {
  private typealias Key = GBGContract.Key

  fileprivate init(_ json: JSONValue) throws(BridgeMessageError) {
    guard let action = json[Key.action]?.stringValue else {
      throw .missing("\(Key.payload).\(Key.action)", "a string")
    }
    var data: [String: JSONValue]?
    if let value = json[Key.data], !value.isNull {
      guard let object = value.objectValue else { throw .missing("\(Key.payload).\(Key.data)", "an object") }
      data = Dictionary(object.map { ($0.key, $0.value) }, uniquingKeysWith: { _, later in later })
    }
    self.init(
      action: action, data: data, status: json[Key.status]?.stringValue.flatMap(BridgeResponseStatus.init),
      error: json[Key.error].flatMap(BridgeErrorPayload.init))
  }
}

extension BridgeErrorPayload {
  private typealias Key = GBGContract.Key

  fileprivate init?(_ json: JSONValue) {
    guard let code = json[Key.code]?.stringValue else { return nil }
    self.init(
      code: code, message: json[Key.message]?.stringValue ?? "", recoverable: json[Key.recoverable]?.boolValue)
  }

  /// The error as JSON, in the form that the page receives.
  var json: JSONValue {
    [Key.code: .string(code), Key.message: .string(message), Key.recoverable: .bool(recoverable)]
  }
}

extension JSONObject {
  /// Creates an object with a dictionary's members, sorted by name, so that equal dictionaries yield the same JSON
  /// text.
  init(_ dictionary: [String: JSONValue]) {
    self.init()
    for (name, value) in dictionary.sorted(by: { $0.key < $1.key }) { self[name] = value }
  }
}
