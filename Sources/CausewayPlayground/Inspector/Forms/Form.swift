import CausewayJSON

/// A form over the timeline that asks a person a question, as an app's sheet asks its user.
package struct InspectorSheet: Hashable, Sendable {
  /// The frame that requested the sheet.
  package struct Requester: Hashable, Sendable {
    /// The serialized origin, with all characters visible.
    package var origin: String
    package var isMainFrame: Bool

    package init(origin: String, isMainFrame: Bool) {
      self.origin = origin
      self.isMainFrame = isMainFrame
    }
  }

  package var title: String
  /// The name of the protocol whose request the sheet is about.
  package var `protocol`: String
  /// The requesting frame; nil if the app itself shows the sheet.
  package var requester: Requester?
  package var elements: [FormElement]
  /// The choice for later sheets of this kind; nil if a person must always answer.
  package var standing: StandingChoice?

  package init(
    title: String, protocol: String, requester: Requester? = nil, elements: [FormElement],
    standing: StandingChoice? = nil
  ) {
    self.title = title
    self.protocol = `protocol`
    self.requester = requester
    self.elements = elements
    self.standing = standing
  }
}

/// The way in which sheets of a kind are answered.
package enum StandingChoice: String, Hashable, Sendable, CaseIterable {
  /// A person answers.
  case ask
  /// The sheet is approved automatically.
  case approve
  /// The sheet is declined automatically.
  case decline
}

/// A form beside the timeline that shows a state and lets a person change it.
package struct InspectorPanel: Hashable, Sendable {
  package var title: String
  package var elements: [FormElement]

  package init(title: String, elements: [FormElement]) {
    self.title = title
    self.elements = elements
  }
}

/// A person's action in a form.
package enum FormAction: Hashable, Sendable {
  /// A button was pressed. `row` is the id of a table's row, for a button of a row.
  case press(String, row: String?)
  /// The value of an element was changed.
  case input(String, FormValue)
}

/// A value that a person has entered.
package enum FormValue: Hashable, Sendable {
  case text(String)
  case flag(Bool)
  case picture(FormPicture)
}

extension FormAction {
  /// Reads an inspector's message; nil if the message is not an action.
  init?(_ message: JSONValue) {
    guard let element = message["element"]?.stringValue else { return nil }
    switch message["type"]?.stringValue {
    case "press": self = .press(element, row: message["row"]?.stringValue)
    case "input":
      guard let value = message["value"].flatMap(FormValue.init) else { return nil }
      self = .input(element, value)
    default: return nil
    }
  }
}

extension FormValue {
  fileprivate init?(_ json: JSONValue) {
    if let text = json.stringValue {
      self = .text(text)
    } else if let flag = json.boolValue {
      self = .flag(flag)
    } else if let mime = json["mime"]?.stringValue, let base64 = json["base64"]?.stringValue {
      self = .picture(FormPicture(mime: mime, base64: base64, name: json["name"]?.stringValue ?? ""))
    } else {
      return nil
    }
  }
}

extension InspectorSheet {
  func json(id: String) -> JSONValue {
    var sheet: JSONObject = [
      "id": .string(id), "title": .string(title), "protocol": .string(self.protocol),
      "elements": .array(elements.map(\.json)),
    ]
    sheet["requester"] = requester.map { ["origin": .string($0.origin), "mainFrame": .bool($0.isMainFrame)] }
    sheet["standing"] = standing.map { .string($0.rawValue) }
    return ["type": "sheet", "sheet": .object(sheet)]
  }
}

extension InspectorPanel {
  func json(id: String) -> JSONValue {
    let panel: JSONObject = [
      "id": .string(id), "title": .string(title), "elements": .array(elements.map(\.json)),
    ]
    return ["type": "panel", "panel": .object(panel)]
  }
}
