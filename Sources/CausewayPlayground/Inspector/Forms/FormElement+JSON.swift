import CausewayJSON

extension FormElement {
  /// The element as the inspector reads it.
  var json: JSONValue {
    var object = JSONObject()
    switch self {
    case .heading(let text, let level):
      object = ["type": "heading", "text": .string(text), "level": .number(Double(level))]
    case .text(let text, let style):
      object = ["type": "text", "text": .string(text.text), "style": .string(style.rawValue)]
      object["source"] = text.source
    case .row(let label, let value, let isEmphasized):
      object = ["type": "row", "label": .string(label), "value": .string(value.text)]
      object["source"] = value.source
      if isEmphasized { object["emphasized"] = true }
    case .field(let field): object = field.json
    case .toggle(let id, let label, let value, let isEnabled):
      object = [
        "type": "toggle", "id": .string(id), "label": .string(label), "value": .bool(value),
        "enabled": .bool(isEnabled),
      ]
    case .choice(let id, let label, let value, let options, let isEnabled):
      object = [
        "type": "choice", "id": .string(id), "label": .string(label), "value": .string(value),
        "options": .array(options.map(\.json)), "enabled": .bool(isEnabled),
      ]
    case .button(let button): return button.json
    case .picture(let field):
      object = [
        "type": "picture", "id": .string(field.id), "label": .string(field.label), "accept": .string(field.accept),
      ]
      object["capture"] = field.camera.map { .string($0.rawValue) }
      object["chosen"] = field.chosen?.json
    case .json(let value, let label):
      object = ["type": "json", "value": value]
      object["label"] = label.map(JSONValue.string)
    case .table(let table): object = table.json
    case .group(let elements, let label, let id, let isCollapsed):
      object = ["type": "group", "elements": .array(elements.map(\.json)), "collapsed": .bool(isCollapsed)]
      object["label"] = label.map(JSONValue.string)
      object["id"] = id.map(JSONValue.string)
    case .progress(let label): object = ["type": "progress", "label": .string(label)]
    case .divider: object = ["type": "divider"]
    }
    return .object(object)
  }
}

extension FormText {
  fileprivate var source: JSONValue? { isOfPage ? "page" : nil }
}

extension FormOption {
  fileprivate var json: JSONValue { ["id": .string(id), "label": .string(label)] }
}

extension FormField {
  fileprivate var json: JSONObject {
    var object: JSONObject = [
      "type": "field", "id": .string(id), "label": .string(label), "value": .string(value),
      "kind": .string(kind.rawValue), "enabled": .bool(isEnabled),
    ]
    object["placeholder"] = placeholder.map(JSONValue.string)
    object["error"] = error.map(JSONValue.string)
    object["autocomplete"] = autocomplete.map(JSONValue.string)
    return object
  }
}

extension FormButton {
  fileprivate var json: JSONValue {
    [
      "type": "button", "id": .string(id), "label": .string(label), "role": .string(role.rawValue),
      "enabled": .bool(isEnabled), "busy": .bool(isBusy),
    ]
  }
}

extension FormPicture {
  fileprivate var json: JSONValue {
    var object: JSONObject = ["mime": .string(mime), "base64": .string(base64), "name": .string(name)]
    object["width"] = size.map { .number(Double($0.width)) }
    object["height"] = size.map { .number(Double($0.height)) }
    return .object(object)
  }
}

extension FormTable {
  fileprivate var json: JSONObject {
    var object: JSONObject = ["type": "table", "columns": .array(columns.map(\.json))]
    object["rows"] = .array(
      rows.map { row in
        var cells = JSONObject()
        for (column, cell) in zip(columns, row.cells) { cells[column.id] = .string(cell) }
        return ["id": .string(row.id), "cells": .object(cells), "actions": .array(row.actions.map(\.json))]
      })
    object["empty"] = empty.map(JSONValue.string)
    return object
  }
}
