#if os(Linux)
import Causeway
import CausewayJSON
import CausewayPrompts
import CausewayText
import CausewayTool
import Foundation
import OnsideKit
import OnsideTesting

/// A prompter whose prompts wait for a client of the driver, one at a time, in the order of the calls.
@MainActor final class DriverPrompter: Prompter {
  private let prompts: DriverPrompts
  private let queue = PromptQueue<Origin>()

  init(_ prompts: DriverPrompts) {
    self.prompts = prompts
  }

  func ask(_ prompt: Prompt) async throws -> PromptAnswer {
    switch prompts.standing {
    case .approve: return try await StandingAnswer.approve.ask(prompt)
    case .decline: return try await StandingAnswer.decline.ask(prompt)
    case .ask: break
    }
    let question = DriverPrompts.Question(
      kind: prompt.picture == nil ? .approval : .picture, protocol: prompt.protocol, title: prompt.headline,
      requester: ["origin": .string(prompt.requester.name), "isMainFrame": .bool(prompt.requester.isMainFrame)],
      details: [
        "rows": .array(prompt.rows.map(Self.row)), "claims": .array(prompt.claims.map(Self.row)),
        "warning": prompt.warning.map(JSONValue.string) ?? .null,
      ])
    let answer = try await queue.inTurn(for: prompt.requester.origin) { [prompts] _ in
      try await prompts.ask(question)
    }
    switch answer {
    case .approve(let picture, _)?: return .approved(picture: picture ?? prompt.picture?.suggestion)
    case .decline?, .fail?, nil: return .declined
    }
  }

  private static func row(_ row: Prompt.Row) -> JSONValue {
    ["label": .string(row.label), "value": .string(row.value.shown)]
  }
}

/// Onside's screens, which wait for a client of the driver, one at a time, in the order of the calls.
@MainActor final class DriverInterface: OnsideInterface {
  private let prompts: DriverPrompts
  /// Returns the interface that answers automatically.
  private let scripted: (ProfileAnswer) -> any OnsideInterface
  private let queue = PromptQueue<String>()

  init(_ prompts: DriverPrompts, scripted: @escaping (ProfileAnswer) -> any OnsideInterface) {
    self.prompts = prompts
    self.scripted = scripted
  }

  func presentLogin(_ screen: OnsideLoginScreen) async throws(OnsideLoginError) {
    guard prompts.standing == .ask else { return try await scripted(prompts.standing).presentLogin(screen) }
    guard case .approve(_, let email)? = await answer(.login, "Log in to Onside", screen.requestingOrigin) else {
      throw .loginDiscarded
    }
    let interface = scripted(.approve)
    // Use the address of the client's answer, even if the profile has another login.
    (interface as? ScriptedInterface)?.login = .succeed(.email(email ?? SimulatedShop.address))
    try await interface.presentLogin(screen)
  }

  func presentPayment(
    _ sheet: OnsidePaymentSheet
  ) async throws(OnsidePaymentTransactionError) -> OnsidePaymentApproval {
    guard prompts.standing == .ask else { return try await scripted(prompts.standing).presentPayment(sheet) }
    let text = PaymentText(sheet)
    let notes = [text.period, text.introduction, text.discount, text.renewal].compactMap(\.self)
    let details: JSONObject = [
      "product": .string(sheet.product.productIdentifier), "price": .string(text.price),
      "rows": .array(
        [
          ["label": "Product", "value": .string(text.title)], ["label": "Price", "value": .string(text.price)],
          ["label": "Country", "value": .string(text.country)],
        ] + notes.map { ["label": "Terms", "value": .string($0)] }),
      "claims": [], "warning": (text.problem ?? text.note).map(JSONValue.string) ?? .null,
    ]
    switch await answer(.payment, "Pay with Onside", sheet.requestingOrigin, details) {
    case .approve?: return OnsidePaymentApproval()
    case .decline?: throw .cancelled
    case .fail?, nil: throw Task.isCancelled ? .cancelled : .presentationFailed
    }
  }

  func presentPaymentMethods(_ screen: OnsidePaymentMethodsScreen) async throws(OnsidePaymentMethodsManagerError) {
    guard prompts.standing == .ask else { return try await scripted(prompts.standing).presentPaymentMethods(screen) }
    switch await answer(.paymentMethods, "Payment methods", screen.requestingOrigin) {
    case .approve?, .decline?: return
    case .fail?, nil: throw .presentationFailed
    }
  }

  /// Returns the client's answer; nil if a page has requested too many screens, or if the screen was withdrawn.
  private func answer(
    _ kind: DriverPrompts.Kind, _ title: String, _ requestingOrigin: String?,
    _ details: JSONObject = ["rows": [], "claims": [], "warning": .null]
  ) async -> DriverPrompts.Answer? {
    // The main frame alone may request screens of Onside.
    let requester = requestingOrigin.map { ["origin": .string($0), "isMainFrame": true] as JSONValue } ?? .null
    let question = DriverPrompts.Question(
      kind: kind, protocol: .onside, title: title, requester: requester, details: details)
    // Only pages have a limit. Each request of the app counts as a new requester, so it never reaches the limit. The
    // queue throws only if the screen was withdrawn.
    return try? await queue.inTurn(for: requestingOrigin ?? UUID().uuidString) { [prompts] _ in
      try await prompts.ask(question)
    }
  }
}
#endif
