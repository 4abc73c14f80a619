#if os(Linux)
import Causeway
import CausewayGTK
import CausewayPlayground
import CausewayPrompts
import CausewayTool
import Foundation

/// A prompter that shows prompts as sheets in the inspector, one at a time, in the order of the calls.
@MainActor final class InspectorPrompter: Prompter {
  private let forms: InspectorForms
  private let choices: StandingChoices
  private let prompts = PromptQueue<Origin>()

  init(_ forms: InspectorForms, _ choices: StandingChoices) {
    self.forms = forms
    self.choices = choices
  }

  func ask(_ prompt: Prompt) async throws -> PromptAnswer {
    let kind = StandingChoices.Kind(name: prompt.headline)
    switch choices.choice(for: kind) {
    // A prompt that needs a picture and suggests none can only be approved by a person, who chooses the picture.
    case .approve where prompt.picture == nil || prompt.picture?.suggestion != nil:
      return try await StandingAnswer.approve.ask(prompt)
    case .decline: return try await StandingAnswer.decline.ask(prompt)
    case .ask, .approve: break
    }
    return try await prompts.inTurn(for: prompt.requester.origin) { _ in
      let sheet = PromptSheet(prompt, forms)
      sheet.onStanding = { [choices] in choices.take($0, for: kind) }
      sheet.standing = { [choices] in choices.choice(for: kind) }
      return try await sheet.answer()
    } ?? .declined
  }
}

/// A sheet of the inspector that shows one prompt.
@MainActor final class PromptSheet {
  var onStanding: (FormAction) -> Bool = { _ in false }
  var standing: () -> StandingChoice = { .ask }

  private let prompt: Prompt
  private let forms: InspectorForms
  private let id: String
  private let result = OneShot<PromptAnswer>()
  private let delay: ApprovalDelay
  private var picture: PictureFile?
  private var problem: String?

  /// - Parameter startTimer: starts the timer of the delay. Tests pass their own function.
  init(_ prompt: Prompt, _ forms: InspectorForms, startTimer: @escaping StartTimer = { GLibTimer($0, $1) }) {
    self.prompt = prompt
    self.forms = forms
    delay = ApprovalDelay(startTimer: startTimer)
    id = forms.newSheetID()
    picture = prompt.picture?.suggestion
  }

  /// Shows the sheet until it is answered. Cancelling the task removes the sheet.
  func answer() async throws -> PromptAnswer {
    delay.onChange = { [weak self] in self?.draw() }
    draw()
    defer {
      delay.onChange = {}
      forms.endSheet(id)
    }
    return try await result.value()
  }

  private func draw() {
    let sheet = InspectorSheet(
      title: prompt.headline, protocol: prompt.protocol?.rawValue ?? "",
      requester: InspectorSheet.Requester(origin: prompt.requester.name, isMainFrame: prompt.requester.isMainFrame),
      elements: elements, standing: standing())
    forms.show(sheet, id: id, delay: delay) { [weak self] in self?.act($0) }
  }

  private var canApprove: Bool { delay.isOver && (prompt.picture == nil || picture != nil) }

  private var elements: [FormElement] {
    var elements = prompt.rows.map(Self.element)
    if !prompt.claims.isEmpty {
      elements.append(.group(prompt.claims.map(Self.element), label: "The page says about itself"))
    }
    if let warning = prompt.warning { elements.append(.text(FormText(warning), style: .warning)) }
    if let field = prompt.picture {
      let chosen = picture.map { picture in
        FormPicture(
          mime: picture.mimeType, base64: picture.data.base64EncodedString(),
          size: FormPicture.Size(width: picture.width, height: picture.height), name: picture.url.lastPathComponent)
      }
      elements.append(
        .picture(
          FormPictureField(
            "picture", "Picture", accept: "image/jpeg,image/png", camera: field.camera?.form, chosen: chosen)))
      if let problem { elements.append(.text(FormText(problem), style: .error)) }
    }
    return elements + [
      .button(FormButton("approve", prompt.approve, .primary, isEnabled: canApprove)),
      .button(FormButton("decline", prompt.decline, .cancel)),
    ]
  }

  private static func element(_ row: Prompt.Row) -> FormElement {
    let value = FormText(row.value.shown, isOfPage: row.value.isOfPage)
    if case .document = row.value {
      return .group([.text(value, style: .code)], label: row.label)
    }
    return .row(label: row.label, value: value, isEmphasized: row.isEmphasized)
  }

  private func act(_ action: FormAction) {
    if onStanding(action) { return draw() }
    switch action {
    case .press("approve", _) where canApprove: result.settle(.success(.approved(picture: picture)))
    case .press("decline", _): result.settle(.success(.declined))
    case .input("picture", .picture(let chosen)):
      do {
        picture = try PictureFile(chosen)
        problem = nil
      } catch {
        problem = "This picture cannot be used: \(error)"
      }
      draw()
      // The delay starts again, because the person would now approve another picture.
      delay.beginAgain()
    default: break
    }
  }
}

extension Prompt.Camera {
  fileprivate var form: FormPictureField.Camera {
    switch self {
    case .user: .user
    case .environment: .environment
    }
  }
}

extension PictureFile {
  /// Creates a picture that a person has chosen in the inspector.
  fileprivate init(_ chosen: FormPicture) throws {
    guard let data = Data(base64Encoded: chosen.base64), data.count <= Self.maximumBytes else {
      throw PictureFileError(path: chosen.name, problem: "it is larger than \(Self.maximumBytes >> 20) MiB")
    }
    // Write the picture to a file, because the reader of the picture's header needs one.
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let name = chosen.name.split(separator: "/").last.map(String.init) ?? ""
    let file = folder.url.appendingPathComponent(name.isEmpty || name.hasPrefix(".") ? "picture" : name)
    try data.write(to: file)
    try self.init(contentsOf: file)
  }
}
#endif
