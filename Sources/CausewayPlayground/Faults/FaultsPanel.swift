import Foundation

/// The panel in which a person chooses faults.
@MainActor final class FaultsPanel {
  private static let id = "faults"

  private let faults: Faults
  private let forms: InspectorForms
  private var subject: Faults.Subject?
  private var kind = Kind.delay
  private var delay = "2000"
  private var code = "SIMULATED"
  private var message = "This error was requested in the inspector."

  private enum Kind: String, CaseIterable {
    case delay, failure, silence, offline, unknown

    var label: String {
      switch self {
      case .delay: "Answer later"
      case .failure: "Fail with an error"
      case .silence: "Never answer"
      case .offline: "Fail as if there were no network"
      case .unknown: "Answer like an older app without this capability"
      }
    }
  }

  init(_ faults: Faults, _ forms: InspectorForms) {
    self.faults = faults
    self.forms = forms
    faults.onChange = { [weak self] in self?.draw() }
    draw()
  }

  private func draw() {
    let subjects = faults.subjects.sorted()
    let subject = self.subject ?? subjects.first
    var elements: [FormElement] = [
      .text("Make a capability fail, to see what the page does.", style: .secondary)
    ]
    if let subject {
      elements += [
        .choice(
          id: "subject", label: "Capability", value: subject.id, options: subjects.map { FormOption($0.id, $0.label) }),
        .choice(
          id: "kind", label: "Fault", value: kind.rawValue,
          options: Kind.allCases.map { FormOption($0.rawValue, $0.label) }),
      ]
      elements += settings
      elements.append(.button(FormButton("set", "Set this fault", .primary, isEnabled: fault != nil)))
    }
    elements.append(
      .table(
        FormTable(
          [FormOption("capability", "Capability"), FormOption("fault", "Fault")],
          rows: faults.active.sorted { $0.key < $1.key }.map { subject, fault in
            FormTable.Row(
              subject.id, [subject.label, fault.label], actions: [FormButton("remove", "End")])
          }, empty: "No fault is set.")))
    forms.show(InspectorPanel(title: "Faults", elements: elements), id: Self.id) { [weak self] in self?.act($0) }
  }

  private var settings: [FormElement] {
    switch kind {
    case .delay:
      [
        .field(
          FormField(
            "delay", "Delay in milliseconds", delay, kind: .number,
            error: fault == nil ? "Enter a number from 1 to 600,000." : nil))
      ]
    case .failure: [.field(FormField("code", "Code", code)), .field(FormField("message", "Message", message))]
    case .silence, .offline, .unknown: []
    }
  }

  /// The fault that the form describes; nil if its input has a mistake.
  private var fault: Fault? {
    switch kind {
    case .delay: Int(delay).flatMap { (1...600_000).contains($0) ? .delay(.milliseconds($0)) : nil }
    case .failure: .failure(code: code, message: message)
    case .silence: .silence
    case .offline: .offline
    case .unknown: .unknown
    }
  }

  private func act(_ action: FormAction) {
    switch action {
    case .input("subject", .text(let id)): subject = faults.subjects.first { $0.id == id }
    case .input("kind", .text(let text)): kind = Kind(rawValue: text) ?? kind
    case .input("delay", .text(let text)): delay = text
    case .input("code", .text(let text)): code = text
    case .input("message", .text(let text)): message = text
    case .press("set", _):
      if let subject = subject ?? faults.subjects.min(), let fault { return faults.set(fault, for: subject) }
    case .press("remove", let row?):
      if let subject = faults.active.keys.first(where: { $0.id == row }) { return faults.set(nil, for: subject) }
    default: break
    }
    draw()
  }
}

extension Faults.Subject {
  fileprivate var id: String { "\(dialect) \(capability)" }
  fileprivate var label: String { "\(dialect): \(capability)" }
}

extension Fault {
  fileprivate var label: String {
    switch self {
    case .delay(let time): "answers \(Int(time / .milliseconds(1))) ms later"
    case .failure(let code, _): "fails with \(code)"
    case .silence: "never answers"
    case .offline: "fails as if there were no network"
    case .unknown: "answers like an older app without this capability"
    }
  }
}
