import CausewayJSON

/// A part of a form in the inspector. The inspector draws each kind in the same way for all protocols.
package indirect enum FormElement: Hashable, Sendable {
  /// A headline. The level is 1 for a title, 2 for a part of the form.
  case heading(String, level: Int = 1)
  /// A paragraph.
  case text(FormText, style: TextStyle = .normal)
  /// A label with a value.
  case row(label: String, value: FormText, isEmphasized: Bool = false)
  case field(FormField)
  /// A switch.
  case toggle(id: String, label: String, value: Bool, isEnabled: Bool = true)
  /// A choice of one of several options.
  case choice(id: String, label: String, value: String, options: [FormOption], isEnabled: Bool = true)
  case button(FormButton)
  /// A picture that a person chooses from a file or takes with a camera.
  case picture(FormPictureField)
  /// A JSON value as a tree.
  case json(JSONValue, label: String? = nil)
  case table(FormTable)
  /// Elements that belong together.
  case group([FormElement], label: String? = nil, id: String? = nil, isCollapsed: Bool = false)
  /// A text about an operation that is in progress.
  case progress(String)
  /// A line between two parts.
  case divider

  /// The style of a paragraph.
  package enum TextStyle: String, Hashable, Sendable {
    case normal, secondary, warning, error, code
  }
}

/// A text of a form. A text from the page is marked, so that the inspector does not show it as the app's own.
package struct FormText: Hashable, Sendable, ExpressibleByStringInterpolation {
  package let text: String
  package let isOfPage: Bool

  package init(_ text: String, isOfPage: Bool = false) {
    self.text = text
    self.isOfPage = isOfPage
  }

  package init(stringLiteral text: String) { self.init(text) }

  /// Creates a text from the page.
  package static func page(_ text: String) -> FormText { FormText(text, isOfPage: true) }
}

/// An option of a choice.
package struct FormOption: Hashable, Sendable {
  package let id: String
  package let label: String

  package init(_ id: String, _ label: String) {
    self.id = id
    self.label = label
  }
}

/// A field in which a person types.
package struct FormField: Hashable, Sendable {
  /// The kind of text, which selects the keyboard and the format.
  package enum Kind: String, Hashable, Sendable {
    case text, email, tel, code, card, expiry, number, json
  }

  package var id: String
  package var label: String
  package var value: String
  package var kind: Kind
  package var placeholder: String?
  package var error: String?
  package var isEnabled: Bool
  /// The value of HTML's attribute `autocomplete`.
  package var autocomplete: String?

  package init(
    _ id: String, _ label: String, _ value: String, kind: Kind = .text, placeholder: String? = nil,
    error: String? = nil, isEnabled: Bool = true, autocomplete: String? = nil
  ) {
    self.id = id
    self.label = label
    self.value = value
    self.kind = kind
    self.placeholder = placeholder
    self.error = error
    self.isEnabled = isEnabled
    self.autocomplete = autocomplete
  }
}

/// A button of a form or of a table's row.
package struct FormButton: Hashable, Sendable {
  /// The importance of a button.
  package enum Role: String, Hashable, Sendable {
    case primary, secondary, destructive, cancel
  }

  package var id: String
  package var label: String
  package var role: Role
  package var isEnabled: Bool
  /// Whether the button's operation is in progress.
  package var isBusy: Bool

  package init(
    _ id: String, _ label: String, _ role: Role = .secondary, isEnabled: Bool = true, isBusy: Bool = false
  ) {
    self.id = id
    self.label = label
    self.role = role
    self.isEnabled = isEnabled
    self.isBusy = isBusy
  }
}

/// A field in which a person chooses a picture.
package struct FormPictureField: Hashable, Sendable {
  /// The direction of a camera.
  package enum Camera: String, Hashable, Sendable {
    /// The camera that shows the user.
    case user
    case environment
  }

  package var id: String
  package var label: String
  /// The accepted types, as in HTML's attribute `accept`.
  package var accept: String
  /// The camera that may take the picture; nil if only files can be chosen.
  package var camera: Camera?
  package var chosen: FormPicture?

  package init(_ id: String, _ label: String, accept: String, camera: Camera? = nil, chosen: FormPicture? = nil) {
    self.id = id
    self.label = label
    self.accept = accept
    self.camera = camera
    self.chosen = chosen
  }
}

/// A picture in a form.
package struct FormPicture: Hashable, Sendable {
  package var mime: String
  package var base64: String
  /// The width and the height, in pixels; nil if unknown.
  package var size: Size?
  package var name: String

  package struct Size: Hashable, Sendable {
    package var width: Int
    package var height: Int

    package init(width: Int, height: Int) {
      self.width = width
      self.height = height
    }
  }

  package init(mime: String, base64: String, size: Size? = nil, name: String) {
    self.mime = mime
    self.base64 = base64
    self.size = size
    self.name = name
  }
}

/// A table of texts, with actions for each row.
package struct FormTable: Hashable, Sendable {
  /// A row; its cells are in the order of the columns.
  package struct Row: Hashable, Sendable {
    package var id: String
    package var cells: [String]
    package var actions: [FormButton]

    package init(_ id: String, _ cells: [String], actions: [FormButton] = []) {
      self.id = id
      self.cells = cells
      self.actions = actions
    }
  }

  package var columns: [FormOption]
  package var rows: [Row]
  /// The text that is shown instead of an empty table.
  package var empty: String?

  package init(_ columns: [FormOption], rows: [Row], empty: String? = nil) {
    self.columns = columns
    self.rows = rows
    self.empty = empty
  }
}
