import CausewayPrompts
import Foundation
import Testing
import WebTestSupport

@testable import OnsideCore
@testable import OnsideKit

/// The model of the payment methods, without a window. The tests run on every platform.
@MainActor struct PaymentMethodsModelTests {
  private let store = MethodsStore()
  private let timers = StepTimers()

  /// 15 June 2027.
  private static let today = Date(timeIntervalSince1970: 1_813_017_600)

  /// Returns a model whose screen has appeared.
  private func model() -> PaymentMethodsModel {
    let delay = ApprovalDelay(startTimer: timers.start)
    let model = PaymentMethodsModel(store.screen, delay: delay, today: { Self.today })
    model.didAppear()
    return model
  }

  /// Returns a model that has loaded the list, and whose approval delay has ended.
  private func loadedModel() async throws -> PaymentMethodsModel {
    let model = model()
    try await idle(model)
    return model
  }

  /// Waits until no request is in progress, and ends the approval delay, as if the user had read the result.
  private func idle(_ model: PaymentMethodsModel) async throws {
    try await eventually("the request ends") { model.state.isIdle }
    timers.read()
  }

  private func type(_ number: String, _ expiry: String, _ securityCode: String, into model: PaymentMethodsModel) {
    model.type(number, in: .number)
    model.type(expiry, in: .expiry)
    model.type(securityCode, in: .securityCode)
  }

  private func ids(_ model: PaymentMethodsModel) -> [String] { (model.state.methods ?? []).map(\.id) }

  private func used(_ model: PaymentMethodsModel) -> String? { model.state.methods?.first(where: \.isDefault)?.id }

  // MARK: The list

  @Test func theListCanBeChangedOnlyAfterTheApprovalDelay() async throws {
    let model = model()
    #expect(model.state.notice == .progress("Loading …"))
    try await eventually("the request ends") { model.state.isIdle }
    #expect(ids(model) == ["visa", "paypal"])
    #expect(!model.state.canChange)
    model.use("paypal")
    model.askToRemove("visa")
    model.remove("visa")
    #expect(model.state.isIdle && model.state.removalCandidate == nil)
    timers.read()
    #expect(model.state.canChange)
    model.use("paypal")
    try await eventually("the request ends") { model.state.isIdle }
    #expect(used(model) == "paypal")
    #expect(!model.state.canChange, "The user has not read the new list yet")
    #expect(model.state.focus.part == .leave)
  }

  @Test func theDefaultMethodIsRemovedAfterAConfirmationAndTheStoreNamesTheNext() async throws {
    let model = try await loadedModel()
    model.askToRemove("visa")
    #expect(model.state.removalCandidate == "visa")
    #expect(model.state.focus.part == .keep("visa"), "The safe answer")
    model.keep()
    #expect(model.state.removalCandidate == nil)
    #expect(model.state.focus.part == .remove("visa"))
    #expect(store.methods.count == 2)
    model.askToRemove("visa")
    model.remove("visa")
    #expect(model.state.notice == .progress("Removing …"))
    store.methods[1].isDefault = true
    try await idle(model)
    #expect(ids(model) == ["paypal"])
    #expect(used(model) == "paypal")
    #expect(model.state.removalCandidate == nil)
  }

  @Test func inputDuringARequestHasNoEffect() async throws {
    let model = try await loadedModel()
    let gate = Gate()
    store.gate = gate
    model.use("paypal")
    try await eventually("the store is asked") { gate.count == 1 }
    let busy = model.state
    model.use("visa")
    model.askToRemove("visa")
    model.remove("visa")
    model.askForCard()
    model.load()
    #expect(model.state == busy)
    gate.open()
    try await idle(model)
    #expect(store.methods.map(\.isDefault) == [false, true])
  }

  @Test func anErrorIsShownAndTheRequestCanBeRetried() async throws {
    store.errors = [.connectionError]
    let model = model()
    try await idle(model)
    #expect(model.state.notice == .error(OnsideServiceError.connectionError.userMessage))
    #expect(model.state.canRetry && !model.state.isEmpty)
    #expect(model.state.focus.part == .retry)
    model.load()
    #expect(!model.state.canRetry)
    try await idle(model)
    #expect(ids(model) == ["visa", "paypal"])
    #expect(model.state.notice == nil)
    store.errors = [.serviceUnavailable]
    model.use("paypal")
    try await idle(model)
    #expect(model.state.notice == .error(OnsideServiceError.serviceUnavailable.userMessage))
    #expect(used(model) == "visa")
    store.errors = [nil, .connectionError]
    model.use("paypal")
    try await idle(model)
    #expect(used(model) == "paypal", "The change has succeeded")
    #expect(
      model.state.notice
        == .error("The list could not be loaded. \(OnsideServiceError.connectionError.userMessage)"))
  }

  @Test func anEmptyListIsMarkedAsEmptyAndFocusesAdd() async throws {
    store.methods = []
    let model = model()
    #expect(!model.state.isEmpty)
    try await idle(model)
    #expect(model.state.isEmpty)
    #expect(model.state.focus.part == .add)
  }

  // MARK: The card form

  @Test func aCardWithMistakesIsCorrectedAndAdded() async throws {
    let model = try await loadedModel()
    model.askForCard()
    #expect(model.state.focus.part == .field(.number))
    model.type("4242424242424241", in: .number)
    #expect(model.state.card[.number] == "4242 4242 4242 4241")
    #expect(model.state.card.mistakes.isEmpty, "Nothing was submitted yet")
    model.type("0526", in: .expiry)
    model.addCard()
    #expect(
      model.state.card.mistakes == [
        .number: "This is not a card number. Check the digits.",
        .expiry: "This card has expired. Use another card.",
        .securityCode: "Enter the 3 digits on the back of the card.",
      ])
    #expect(model.state.focus.part == .field(.number))
    model.type("4242 4242 4242 4242", in: .number)
    #expect(model.state.card.mistakes.keys.sorted { "\($0)" < "\($1)" } == [.expiry, .securityCode])
    model.addCard()
    #expect(model.state.focus.part == .field(.expiry))
    type("4242424242424242", "0629", "123", into: model)
    #expect(store.cards.isEmpty)
    store.errors = [.refused("Try another card")]
    model.addCard()
    try await eventually("the request ends") { model.state.isIdle }
    #expect(model.state.notice == .error("Try another card"))
    #expect(model.state.page == .card && model.state.focus.part == .field(.number))
    model.type("124", in: .securityCode)
    #expect(model.state.notice == nil, "The user has begun to correct the input")
    model.addCard()
    try await idle(model)
    #expect(model.state.page == .list)
    #expect(ids(model) == ["visa", "paypal", "new"] && used(model) == "new")
    #expect(store.cards.map(\.card.securityCode) == ["123", "124"])
    model.askForCard()
    #expect(model.state.card == CardForm(), "The next form is empty")
  }

  @Test func aCardIsSentOnceEvenIfTheButtonIsPressedTwice() async throws {
    let model = try await loadedModel()
    model.askForCard()
    type("4242424242424242", "0629", "123", into: model)
    let gate = Gate()
    store.gate = gate
    model.addCard()
    try await eventually("the store is asked") { gate.count == 1 }
    let busy = model.state
    model.addCard()
    model.leaveCard()
    model.type("5555", in: .number)
    #expect(model.state == busy)
    gate.open()
    try await idle(model)
    #expect(store.cards.count == 1)
  }

  @Test func aCardWhoseAnswerIsLostIsSentAgainUnderTheSameKey() async throws {
    let model = try await loadedModel()
    model.askForCard()
    type("4242424242424242", "0629", "123", into: model)
    store.errors = [.connectionError]
    model.addCard()
    try await eventually("the request ends") { model.state.isIdle }
    model.addCard()
    try await idle(model)
    #expect(store.cards.count == 2)
    #expect(store.cards[0].key == store.cards[1].key)
  }

  @Test func leavingTheCardFormLoadsAnUnknownList() async throws {
    store.errors = [.connectionError]
    let model = model()
    model.askForCard()
    try await eventually("the request ends") { model.state.isIdle }
    model.leaveCard()
    #expect(!model.state.isEmpty, "It is not known whether there are payment methods")
    try await idle(model)
    #expect(ids(model) == ["visa", "paypal"])
    // After a connection error it is unknown whether the card was added.
    model.askForCard()
    type("4242424242424242", "0629", "123", into: model)
    store.errors = [.connectionError]
    model.addCard()
    try await eventually("the request ends") { model.state.isIdle }
    store.methods.append(OnsidePaymentMethod(id: "lost", title: "Visa •••• 4242"))
    model.leaveCard()
    try await idle(model)
    #expect(ids(model) == ["visa", "paypal", "lost"])
  }

  // MARK: One result

  @Test func leavingEndsOnceAndDoesNotCancelAChange() async throws {
    let model = try await loadedModel()
    let gate = Gate()
    store.gate = gate
    let result = Task { await model.result() }
    model.use("paypal")
    try await eventually("the store is asked") { gate.count == 1 }
    model.leave()
    model.leave()
    #expect(await result.value == .closed)
    let change = try #require(model.change)
    gate.open()
    await change.value
    #expect(store.methods[1].isDefault && store.cancelledChanges == 0)
    let end = model.state
    model.load()
    model.askToRemove("visa")
    model.remove("visa")
    #expect(store.methods.count == 2 && model.state.work == end.work)
  }

  @Test func aCancelledTaskLeavesAndLaterAnswersChangeNothing() async throws {
    let gate = Gate()
    store.gate = gate
    let model = model()
    let result = Task { await model.result() }
    try await eventually("the store is asked") { gate.count == 1 }
    result.cancel()
    #expect(await result.value == .closed)
    let end = model.state
    gate.open()
    for _ in 0..<20 { await Task.yield() }
    #expect(model.state == end)
  }

  @Test func inLocalTestingTheScreenEndsWithNotSupported() async throws {
    store.errors = [.notSupportedInLocalTesting]
    let model = model()
    #expect(await model.result() == .notSupportedInLocalTesting)
    model.leave()
  }
}
