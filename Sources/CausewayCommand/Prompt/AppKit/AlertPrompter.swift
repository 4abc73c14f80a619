#if canImport(AppKit)
import AppKit
import Causeway
import CausewayPrompts
import CausewayText

/// A prompter that shows prompts to the user as alerts, one at a time.
@MainActor final class AlertPrompter: Prompter {
  private let prompts = PromptQueue<Origin>()
  /// The time before a prompt can be approved.
  private let delay: Duration

  init(delay: Duration = ApprovalDelay.length) {
    self.delay = delay
  }

  func ask(_ prompt: Prompt) async throws -> PromptAnswer {
    let origin = prompt.requester.origin
    let answer: PromptAnswer? = try await prompts.inTurn(for: origin) { turn in
      var picture = prompt.picture?.suggestion
      if prompt.picture != nil, picture == nil {
        guard let chosen = try await choose() else { return .declined }
        picture = chosen
      }
      switch try await confirm(prompt, picture, offersDeclineAll: turn >= PromptQueue<Origin>.firstRepeated) {
      case .alertSecondButtonReturn: return .approved(picture: picture)
      case .alertThirdButtonReturn: prompts.dismiss(origin)
      default: break
      }
      return .declined
    }
    return answer ?? .declined
  }

  private func confirm(
    _ prompt: Prompt, _ picture: PictureFile?, offersDeclineAll: Bool
  ) async throws -> NSApplication.ModalResponse {
    let alert = NSAlert()
    alert.messageText = "\(prompt.requester.name)\n\(prompt.headline)"
    alert.informativeText = text(of: prompt)
    alert.icon = picture.flatMap { NSImage(data: $0.data) } ?? alert.icon
    // The first button is the default button: Return declines, like Escape.
    alert.addButton(withTitle: prompt.decline)
    let approve = alert.addButton(withTitle: prompt.approve)
    approve.isEnabled = false
    if offersDeclineAll { alert.addButton(withTitle: "Decline all from this page") }
    let timer = Task {
      try await Task.sleep(for: delay)
      approve.isEnabled = true
    }
    defer { timer.cancel() }
    return try await run(alert.window) { await Self.response(of: alert) }
  }

  private func choose() async throws -> PictureFile? {
    var message = "Choose a picture"
    while true {
      let panel = NSOpenPanel()
      panel.allowedContentTypes = [.image]
      panel.message = message
      guard try await run(panel, { await panel.begin() }) == .OK, let url = panel.url else { return nil }
      do {
        return try PictureFile(contentsOf: url)
      } catch {
        message = "\(PageText("\(error)").shown())\nChoose another picture"
      }
    }
  }

  /// Shows an alert as a sheet. A modal session would block the main actor, and the page could not end.
  private static func response(of alert: NSAlert) async -> NSApplication.ModalResponse {
    let sheetParent = NSApplication.shared.mainWindow ?? NSPanel()
    sheetParent.orderFront(nil)
    return await alert.beginSheetModal(for: sheetParent)
  }

  /// Waits for a window's answer and then closes the window. Also closes it if the task is cancelled.
  private func run(
    _ window: NSWindow, _ body: @escaping @MainActor () async -> NSApplication.ModalResponse
  ) async throws -> NSApplication.ModalResponse {
    let answer = OneShot<NSApplication.ModalResponse>()
    Task { answer.settle(.success(await body())) }
    defer {
      window.sheetParent?.endSheet(window, returnCode: .cancel)
      window.orderOut(nil)
    }
    return try await answer.value()
  }

  private func text(of prompt: Prompt) -> String {
    func lines(_ rows: [Prompt.Row]) -> String {
      rows.map { "\($0.label): " + ($0.value.isOfPage ? "“\($0.value.shown)”" : $0.value.shown) }.joined(
        separator: "\n")
    }
    let requester = prompt.requester
    let origin = [requester.before, requester.name, requester.after].compactMap { $0 }.joined(separator: " ")
    var parts = [origin, lines(prompt.rows)]
    if !prompt.claims.isEmpty {
      parts.append("The page says about itself (not checked):\n\(lines(prompt.claims))")
    }
    if let warning = prompt.warning { parts.append("⚠︎ \(warning)") }
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }
}
#endif
