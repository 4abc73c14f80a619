import CausewayPrompts
import Foundation
import Testing
import WebTestSupport

@testable import OnsideCore
@testable import OnsideKit

/// The model of a payment sheet, without a window. The tests run on every platform.
@MainActor struct PaymentModelTests {
  private let store = MethodsStore()
  private let timers = StepTimers()

  private func sheet(_ product: OnsideProduct = Samples.coins) -> OnsidePaymentSheet {
    var sheet = Samples.sheet(product)
    sheet.paymentMethods = store.screen
    return sheet
  }

  /// Returns a model whose sheet has appeared.
  private func model(of sheet: OnsidePaymentSheet) -> PaymentModel {
    let model = PaymentModel(sheet, delay: ApprovalDelay(startTimer: timers.start), startTimer: timers.start)
    model.didAppear()
    return model
  }

  /// Waits until the sheet names the payment method, and ends the approval delay, as if the user had read the sheet.
  private func ready(_ model: PaymentModel) async throws {
    try await eventually("the payment method is known") { model.methods == nil && model.state.choice.state != .loading }
    timers.read()
  }

  private func answer(of model: PaymentModel) -> Task<OnsidePaymentApproval?, Never> {
    Task {
      do throws(OnsidePaymentTransactionError) {
        return try await model.answer()
      } catch {
        #expect(error == .cancelled)
        return nil
      }
    }
  }

  // MARK: The approval

  @Test func aCustomerAddsACardMistypesItCorrectsItAndPays() async throws {
    store.methods = []
    let model = model(of: sheet())
    let answer = answer(of: model)
    try await ready(model)
    #expect(model.state.choice.text == "No card yet")
    #expect(!model.state.canApprove, "There is nothing to pay with")
    model.changeMethod()
    let methods = try #require(model.methods)
    #expect(model.state.isChoosing && methods.state.page == .card)
    methods.type("4242424242424241", in: .number)
    methods.type("0440", in: .expiry)
    methods.type("123", in: .securityCode)
    methods.addCard()
    #expect(methods.state.card.mistakes == [.number: "This is not a card number. Check the digits."])
    methods.type("4242424242424242", in: .number)
    methods.addCard()
    try await eventually("the card is added") { methods.state.isIdle && methods.state.page == .list }
    model.approve()
    #expect(model.state.phase == .asking, "The question is not shown")
    methods.leave()
    try await eventually("the payment sheet is shown again") { model.methods == nil }
    #expect(model.state.focus.part == .change)
    try await ready(model)
    #expect(model.state.choice.text == "Visa •••• 4242")
    #expect(model.state.canApprove)
    model.approve()
    #expect(model.state.notice == .progress("Paying …"))
    #expect(await answer.value == OnsidePaymentApproval(paymentMethod: "new"))
  }

  @Test func aSheetCannotBeApprovedBeforeTheApprovalDelayEnds() async throws {
    let gate = Gate()
    store.gate = gate
    let model = model(of: sheet())
    let answer = answer(of: model)
    try await eventually("the store is asked") { gate.count == 1 }
    timers.read()
    model.approve()
    #expect(model.state.phase == .asking, "The charged payment method is not known")
    gate.open()
    try await eventually("the payment method is known") { model.state.choice.state != .loading }
    model.approve()
    #expect(model.state.phase == .asking, "The user has not had time to read the payment method")
    timers.read()
    model.didAppear()
    model.approve()
    #expect(model.state.phase == .asking, "The user has just returned")
    try await ready(model)
    model.approve()
    model.approve()
    #expect(await answer.value == OnsidePaymentApproval(paymentMethod: "visa"))
  }

  @Test func afterADeclinedPaymentAnotherMethodCanBeApproved() async throws {
    var sheet = sheet()
    let model = model(of: sheet)
    try await ready(model)
    model.approve()
    #expect(await answer(of: model).value == OnsidePaymentApproval(paymentMethod: "visa"))
    sheet.occasion = .declined("The card was declined")
    model.ask(sheet)
    #expect(
      model.state.reasons == [.error("The card was declined. Nothing was paid. You can pay with another card.")])
    #expect(!model.state.canApprove)
    let second = answer(of: model)
    try await ready(model)
    model.changeMethod()
    let methods = try #require(model.methods)
    try await eventually("the list is loaded") { methods.state.isIdle }
    timers.read()
    methods.use("paypal")
    try await eventually("the store has another default") { store.methods[1].isDefault }
    methods.leave()
    try await eventually("the payment sheet is shown again") { model.methods == nil }
    try await ready(model)
    model.approve()
    #expect(await second.value == OnsidePaymentApproval(paymentMethod: "paypal"))
  }

  @Test func aStoreThatDoesNotNameThePaymentMethodChargesTheDefaultOne() async throws {
    store.errors = [.connectionError]
    let model = model(of: sheet())
    try await ready(model)
    #expect(model.state.choice.text == "Could not be loaded")
    model.approve()
    #expect(await answer(of: model).value == OnsidePaymentApproval())
  }

  @Test func theSheetWaitsForAChangeInProgress() async throws {
    let model = model(of: sheet())
    try await ready(model)
    model.changeMethod()
    let methods = try #require(model.methods)
    try await eventually("the list is loaded") { methods.state.isIdle }
    timers.read()
    let gate = Gate()
    store.gate = gate
    methods.use("paypal")
    try await eventually("the store is asked") { gate.count == 1 }
    methods.leave()
    try await eventually("the payment sheet is shown again") { model.methods == nil }
    for _ in 0..<20 { await Task.yield() }
    #expect(model.state.choice.state == .loading)
    gate.open()
    try await ready(model)
    #expect(model.state.choice.text == "PayPal")
  }

  @Test func withoutPaymentMethodsTheSheetDoesNotMentionThem() async throws {
    var sheet = sheet(Samples.subscription)
    sheet.paymentMethods = nil
    let model = model(of: sheet)
    model.changeMethod()
    #expect(model.methods == nil && model.state.choice.text == nil)
    #expect(model.state.offers.map(\.name) == ["For new subscribers", "For current and returning subscribers"])
    #expect(model.state.terms.map(\.name) == ["Store", "Renews"])
    timers.read()
    model.approve()
    #expect(await answer(of: model).value == OnsidePaymentApproval())
  }

  // MARK: The outcome

  @Test func aPaidSheetClosesByItself() async throws {
    let model = model(of: sheet())
    var events: [String] = []
    model.onEndOfTurn = { events.append("end of turn") }
    model.onLeave = { events.append("leave") }
    model.end(.paid)
    #expect(model.state.phase == .asking, "Nothing was approved")
    try await ready(model)
    model.approve()
    model.end(.delayed)
    model.end(.delayed)
    #expect(model.state.leave == "Close")
    #expect(events == ["end of turn"])
    model.end(.paid)
    #expect(model.state.notice == .success("Paid"))
    #expect(model.state.leave == nil)
    timers.fire(PaymentModel.successDuration)
    model.leave()
    model.endTurn()
    #expect(events == ["end of turn", "leave"])
    #expect(model.state.notice == .success("Paid"), "The sheet does not change while it closes")
  }

  @Test func aRefusedPaymentShowsItsReason() async throws {
    let model = model(of: sheet())
    try await ready(model)
    model.approve()
    model.end(.refused("Declined by the bank"))
    #expect(model.state.notice == .error("Declined by the bank"))
    model.end(.paid)
    #expect(model.state.notice == .error("Declined by the bank"))
    #expect(model.state.leave == "Close")
  }

  // MARK: One answer

  @Test(arguments: [false, true])
  func aDismissedSheetAnswersOnce(isCancelled: Bool) async throws {
    let gate = Gate()
    store.gate = gate
    let model = model(of: sheet())
    var departures = 0
    model.onLeave = { departures += 1 }
    let answer = answer(of: model)
    try await eventually("the store is asked") { gate.count == 1 }
    if isCancelled { answer.cancel() } else { model.leave() }
    #expect(await answer.value == nil)
    gate.open()
    for _ in 0..<20 { await Task.yield() }
    timers.read()
    model.approve()
    model.changeMethod()
    model.leave()
    #expect(departures == 1)
    #expect(model.state.phase == .asking && model.methods == nil)
  }

  @Test func dismissingTheSheetClosesItsPaymentMethodsToo() async throws {
    let model = model(of: sheet())
    let answer = answer(of: model)
    try await ready(model)
    model.changeMethod()
    let methods = try #require(model.methods)
    try await eventually("the list is loaded") { methods.state.isIdle }
    model.leave()
    #expect(await answer.value == nil)
    timers.read()
    methods.use("paypal")
    #expect(store.methods[0].isDefault)
    try await eventually("the payment sheet is shown again") { model.methods == nil }
  }

  @Test func closingTheSheetDuringAPaymentDoesNotAffectThePayment() async throws {
    let model = model(of: sheet())
    let answer = answer(of: model)
    try await ready(model)
    model.approve()
    model.leave()
    #expect(await answer.value == OnsidePaymentApproval(paymentMethod: "visa"))
    model.end(.paid)
    #expect(model.state.phase == .paying)
  }
}
