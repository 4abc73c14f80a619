import CausewayJSON
import CausewayTransport
import Foundation

/// The references in the arguments and the result of a client's script.
///
/// The engine's driver knows elements only, and in arguments only at the top level. So the arguments become a template
/// with numbers in the place of references, and the referenced nodes are arguments of their own; `script.js` puts them
/// together.
struct ScriptTransfer {
  /// The only member of an object that stands for a reference. It is random, so that no other object has it.
  let key = "causeway-\(UUID().uuidString)"
  /// The elements of the frames that lead from the page to the current frame.
  let frames: [String]
  /// The handle of the page's window.
  let window: String
  /// The nodes to which the template refers by their indices.
  private(set) var references: [JSONValue] = []
  /// The ids of the references that are shadow roots.
  private var shadowRoots: [String] = []

  init(frames: [String], window: String) {
    self.frames = frames
    self.window = window
  }

  /// Returns the body of a function that runs a client's script. The script does not see the names of the file's
  /// functions.
  static func source(of script: String) -> String {
    let file = String(decoding: PackageResources.script_js, as: UTF8.self)
    return """
      const run = (() => { \(file)
      return runScript; })();
      return run(\(function(script)), ...arguments);
      """
  }

  /// Wraps a script, whose last line can be a comment.
  private static func function(_ script: String) -> String { "function () {\(script)\n}" }

  /// Returns the template of an argument.
  ///
  /// - Throws: ``WebDriverError`` for a reference that is not a string, or of a window that does not exist.
  mutating func prepare(_ value: JSONValue) throws(WebDriverError) -> JSONValue {
    if let values = value.arrayValue {
      var items: [JSONValue] = []
      for value in values { items.append(try prepare(value)) }
      return .array(items)
    }
    guard let object = value.objectValue else { return value }
    for kind in Reference.allCases {
      guard let member = object[kind.rawValue] else { continue }
      guard let id = member.stringValue else {
        throw .invalidArgument("args: the reference \(kind.rawValue) must be a string")
      }
      return try reference(kind, id)
    }
    var members: JSONObject = [:]
    for (name, value) in object { members[name] = try prepare(value) }
    return .object(members)
  }

  private mutating func reference(_ kind: Reference, _ id: String) throws(WebDriverError) -> JSONValue {
    switch kind {
    case .element: return node("element", id)
    case .shadow:
      shadowRoots.append(id)
      return node("shadow", id)
    case .frame:
      guard let place = frames.lastIndex(of: id) else { return node("frame", id) }
      return [key: ["ancestor", .number(Double(frames.count - 1 - place))]]
    case .window:
      guard id == window else { throw WebDriverError(.noSuchWindow, "the session has no window \(id)") }
      return [key: ["top", 0]]
    }
  }

  private mutating func node(_ kind: String, _ id: String) -> JSONValue {
    references.append(elementReference(id))
    return [key: [.string(kind), .number(Double(references.count - 1))]]
  }

  /// Returns the error of the specification for an answer of the engine's driver; nil if it has that error already.
  func error(for answer: HTTPAnswer) -> (any Error)? {
    let message = answer.message ?? ""
    switch answer.errorCode {
    case .noSuchFrame where message.contains("before the unload event"):
      return WebDriverError(.javascriptError, "the page was left while the script ran")
    case .staleElementReference where shadowRoots.contains(where: message.contains):
      return WebDriverError(.detachedShadowRoot, "")
    case .noSuchElement where shadowRoots.contains(where: message.contains):
      return WebDriverError(.noSuchShadowRoot, "")
    default: return nil
    }
  }

  /// Returns the result of a script with the references that the client knows.
  ///
  /// - Throws: ``WebDriverError`` if the script has returned a window for which the session has no reference.
  func restore(_ value: JSONValue) throws(WebDriverError) -> JSONValue {
    if let values = value.arrayValue {
      var items: [JSONValue] = []
      for value in values { items.append(try restore(value)) }
      return .array(items)
    }
    guard let object = value.objectValue else { return value }
    if let reference = object[key]?.arrayValue, reference.count == 2 { return try restored(reference) }
    var members: JSONObject = [:]
    for (name, value) in object { members[name] = try restore(value) }
    return .object(members)
  }

  private func restored(_ reference: [JSONValue]) throws(WebDriverError) -> JSONValue {
    let id = reference[1][elementKey]?.stringValue
    switch (reference[0].stringValue, id) {
    case ("top", _): return [Reference.window.rawValue: .string(window)]
    case ("shadow", let id?): return [Reference.shadow.rawValue: .string(id)]
    case ("frame", let id?): return [Reference.frame.rawValue: .string(id)]
    case ("ancestor", _):
      let place = frames.count - 1 - Int(reference[1].numberValue ?? 0)
      if frames.indices.contains(place) { return [Reference.frame.rawValue: .string(frames[place])] }
    default: break
    }
    throw WebDriverError(.javascriptError, "the script has returned a window for which the session has no reference")
  }

  /// The names of the members with which clients write references.
  private enum Reference: String, CaseIterable {
    case element = "element-6066-11e4-a52e-4f735466cecf"
    case shadow = "shadow-6066-11e4-a52e-4f735466cecf"
    case frame = "frame-075b-4da1-b6ba-e579c2d3230a"
    case window = "window-fcc6-11e5-b4f8-330a88ab9d7f"
  }
}
