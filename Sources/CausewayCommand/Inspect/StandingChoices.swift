#if os(Linux)
import CausewayPlayground

/// The choice for each kind of sheet: a person answers, or the sheet is answered automatically. A panel of the
/// inspector shows the kinds that have occurred.
@MainActor final class StandingChoices {
  /// A kind of sheet. Its name is the app's own text.
  struct Kind: Hashable {
    let name: String
  }

  private static let panel = "answers"

  private let forms: InspectorForms
  /// The choice for a kind for which a person has chosen nothing.
  private let initial: StandingChoice
  private var kinds: [Kind] = []
  private var choices: [Kind: StandingChoice] = [:]

  init(_ forms: InspectorForms, initial: StandingChoice) {
    self.forms = forms
    self.initial = initial
  }

  /// Returns the choice for a sheet that a page requests now.
  func choice(for kind: Kind) -> StandingChoice {
    if !kinds.contains(kind) {
      kinds.append(kind)
      show()
    }
    return choices[kind] ?? initial
  }

  /// Applies a person's choice on a sheet. Returns false if the action is not such a choice.
  func take(_ action: FormAction, for kind: Kind) -> Bool {
    guard case .input("standing", .text(let text)) = action, let choice = StandingChoice(rawValue: text) else {
      return false
    }
    choices[kind] = choice
    show()
    return true
  }

  private func show() {
    let elements = kinds.enumerated().map { index, kind in
      FormElement.choice(
        id: "\(index)", label: kind.name, value: (choices[kind] ?? initial).rawValue, options: Self.options)
    }
    forms.show(
      InspectorPanel(
        title: "Answers",
        elements: [.text("Choose who answers the app's questions to its user.", style: .secondary)] + elements),
      id: Self.panel
    ) { [weak self] action in
      guard let self, case .input(let id, .text(let text)) = action, let index = Int(id), kinds.indices.contains(index),
        let choice = StandingChoice(rawValue: text)
      else { return }
      choices[kinds[index]] = choice
      show()
    }
  }

  private static let options = [
    FormOption("ask", "I answer"), FormOption("approve", "Approve automatically"),
    FormOption("decline", "Decline automatically"),
  ]
}

extension ProfileAnswer {
  /// The choice for all kinds of sheets at the start.
  var standing: StandingChoice {
    switch self {
    case .approve: .approve
    case .decline: .decline
    case .ask: .ask
    }
  }
}
#endif
