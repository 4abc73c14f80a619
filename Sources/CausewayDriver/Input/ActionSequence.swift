import CausewayJSON
import Foundation

/// The origin of a movement.
enum ActionOrigin: Hashable, Sendable {
  case viewport
  case pointer
  /// The center of an element, as WebDriver's reference.
  case element(String)
}

/// One action of an input source.
enum InputAction: Hashable, Sendable {
  case pause
  case key(Unicode.Scalar, isDown: Bool)
  case pointer(PointerButton, isDown: Bool)
  case move(Point, from: ActionOrigin)
  case scroll(Point, from: ActionOrigin, by: Point)
}

/// The actions of all input sources in one tick.
struct ActionTick: Hashable, Sendable {
  struct Item: Hashable, Sendable {
    /// The id of the input source.
    let source: String
    let action: InputAction
    /// The duration of the action, in milliseconds; nil for the duration of the tick.
    let duration: Int?
  }

  var items: [Item] = []

  /// The time of the tick, in milliseconds: that of its longest action.
  var duration: Int { items.compactMap(\.duration).max() ?? 0 }
}

/// The actions of a request, in ticks.
struct ActionSequence: Hashable, Sendable {
  private(set) var ticks: [ActionTick] = []

  /// Reads the parameters of the command Perform Actions.
  ///
  /// - Throws: ``WebDriverError`` for wrong parameters, and for sources that a display without a touch screen lacks.
  init(_ parameters: JSONObject) throws(WebDriverError) {
    guard let sources = parameters["actions"]?.arrayValue else {
      throw .invalidArgument("actions: it must be an array")
    }
    for (index, value) in sources.enumerated() {
      guard let source = value.objectValue else { throw .invalidArgument("actions[\(index)]: it must be an object") }
      try add(source, at: "actions[\(index)]")
    }
  }

  private enum SourceType: String, CaseIterable {
    case none, key, pointer, wheel
  }

  private mutating func add(_ source: JSONObject, at place: String) throws(WebDriverError) {
    guard let type = try source.choice("type", among: SourceType.allCases) else {
      throw .invalidArgument("\(place).type: it is missing")
    }
    guard let id = try source.text("id") else { throw .invalidArgument("\(place).id: it is missing") }
    if type == .pointer { try Self.checkPointer(source["parameters"]?.objectValue ?? [:], at: place) }
    guard let actions = source["actions"]?.arrayValue else {
      throw .invalidArgument("\(place).actions: it must be an array")
    }
    for (tick, value) in actions.enumerated() {
      let place = "\(place).actions[\(tick)]"
      guard let item = value.objectValue else { throw .invalidArgument("\(place): it must be an object") }
      while ticks.count <= tick { ticks.append(ActionTick()) }
      let duration = try item.integer("duration", in: 0...3_600_000)
      let action = try Self.action(item, of: type, at: place)
      ticks[tick].items.append(ActionTick.Item(source: id, action: action, duration: duration))
    }
  }

  private static func checkPointer(_ parameters: JSONObject, at place: String) throws(WebDriverError) {
    enum PointerType: String, CaseIterable { case mouse, pen, touch }
    let type = try parameters.choice("pointerType", among: PointerType.allCases) ?? .mouse
    guard type == .mouse else {
      throw .unsupported(
        "\(place): the display of a session has a mouse, but no \(type.rawValue) device. Use a pointer of the type mouse"
      )
    }
  }

  private static func action(
    _ item: JSONObject, of type: SourceType, at place: String
  ) throws(WebDriverError) -> InputAction {
    let name = try item.text("type") ?? ""
    switch (type, name) {
    case (_, "pause"): return .pause
    case (.key, "keyDown"), (.key, "keyUp"):
      guard let value = try item.text("value"), let key = key(value) else {
        throw .invalidArgument("\(place).value: it must be a single character that has a key")
      }
      return .key(key, isDown: name == "keyDown")
    case (.pointer, "pointerDown"), (.pointer, "pointerUp"):
      guard let number = try item.integer("button", in: 0...1_000) else {
        throw .invalidArgument("\(place).button: it is missing")
      }
      guard let button = PointerButton(webDriver: number) else {
        throw .unsupported("\(place).button: the mouse has the buttons 0 to 4, and no button \(number)")
      }
      return .pointer(button, isDown: name == "pointerDown")
    case (.pointer, "pointerMove"): return .move(try point(item, "x", "y", place), from: try origin(item, place))
    case (.pointer, "pointerCancel"):
      throw .unsupported("\(place): only a touch or a pen can be cancelled, and a session has only a mouse")
    case (.wheel, "scroll"):
      let origin = try origin(item, place)
      guard origin != .pointer else { throw .invalidArgument("\(place).origin: a wheel has no pointer") }
      return .scroll(
        try point(item, "x", "y", place), from: origin, by: try distance(item, "deltaX", "deltaY", place))
    default:
      throw .invalidArgument("\(place).type: an input source of the type \(type.rawValue) has no action \"\(name)\"")
    }
  }

  private static func key(_ value: String) -> Unicode.Scalar? {
    // A letter with a combining mark is one character for the user, and has one code point after composition.
    let scalars = value.precomposedStringWithCanonicalMapping.unicodeScalars
    guard scalars.count == 1, let key = scalars.first, KeyTable.has(key), key != KeyTable.null
    else { return nil }
    return key
  }

  private static func point(
    _ item: JSONObject, _ x: String, _ y: String, _ place: String
  ) throws(WebDriverError) -> Point {
    guard let horizontal = item[x]?.numberValue, let vertical = item[y]?.numberValue else {
      throw .invalidArgument("\(place): \(x) and \(y) must be numbers")
    }
    return Point(x: horizontal, y: vertical)
  }

  /// The longest distance of one scroll action, in CSS pixels. The wheel turns notch by notch.
  static let maximumDistance: Double = 1_000_000

  private static func distance(
    _ item: JSONObject, _ x: String, _ y: String, _ place: String
  ) throws(WebDriverError) -> Point {
    let distance = try point(item, x, y, place)
    guard max(abs(distance.x), abs(distance.y)) <= maximumDistance else {
      throw .invalidArgument("\(place): \(x) and \(y) must be from -\(Int(maximumDistance)) to \(Int(maximumDistance))")
    }
    return distance
  }

  private static func origin(_ item: JSONObject, _ place: String) throws(WebDriverError) -> ActionOrigin {
    switch item["origin"] {
    case nil, .string("viewport")?: return .viewport
    case .string("pointer")?: return .pointer
    case let value?:
      guard let id = value[elementKey]?.stringValue else {
        throw .invalidArgument("\(place).origin: it must be \"viewport\", \"pointer\" or an element")
      }
      return .element(id)
    }
  }
}

/// The name of the member with the reference of an element.
let elementKey = "element-6066-11e4-a52e-4f735466cecf"

/// Returns a reference of an element as WebDriver sends it.
func elementReference(_ id: String) -> JSONValue { .object([elementKey: .string(id)]) }
