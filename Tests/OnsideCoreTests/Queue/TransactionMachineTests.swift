import Foundation
import Testing

@testable import OnsideCore

/// Every transition of a transaction's state machine.
@Suite struct TransactionMachineTests {
  private typealias Machine = TransactionMachine
  private static let storefront = OnsideStorefront(id: "de", countryCode: "DE")
  private static let other = OnsideStorefront(id: "fr", countryCode: "FR")
  private static let key = UUID()
  private static let product = OnsideProduct(
    productIdentifier: "coins", localizedTitle: "Coins", localizedDescription: "",
    price: OnsidePrice(value: 4.99, currencyCode: "EUR"))
  private static let order = OnsideOrder(id: "order", product: product)

  private static let stages: [Machine.Stage] = [
    .enqueued, .asking(storefront), .presenting, .paying(key), .settling(key), .gone,
    .purchased(Machine.Receipt(order)), .restored(Machine.Receipt(order)), .failed(.cancelled),
  ]
  private static let events: [Machine.Event] = [
    .begin(storefront), .answered(true, storefront), .answered(true, other), .answered(true, nil),
    .answered(false, storefront), .approved(key, storefront), .dismissed(.cancelled), .dismissed(.presentationFailed),
    .paid(order), .refused("no"), .priceChanged(product, storefront), .priceChanged(product, other),
    .priceChanged(product, nil), .declined("no", storefront), .declined("no", other), .declined("no", nil),
    .approved(key, other),
    .approved(key, nil), .unanswered, .unclear, .retry, .settled(order), .settled(nil),
    .notRecorded, .sessionEnded, .finish,
  ]

  private static func machine(_ stage: Machine.Stage) -> Machine {
    Machine(
      id: UUID(), account: "a", payment: OnsidePayment(product: product), storefront: storefront, stage: stage)
  }

  @Test func aPurchaseIsAskedAboutShownRecordedPaidRecordedAndReported() {
    var machine = Self.machine(.enqueued)
    #expect(machine.handle(.begin(Self.storefront)) == [.ask(Self.storefront)])
    #expect(machine.handle(.answered(true, Self.storefront)) == [.present(.first)])
    #expect(machine.handle(.approved(Self.key, Self.storefront)) == [.recordOrStop, .pay(Self.key)])
    #expect(machine.handle(.paid(Self.order)) == [.reportOutcome(.paid), .record, .deliverUpdate])
    #expect(machine.transaction?.transactionState == .purchased)
    #expect(machine.transaction?.transactionIdentifier == "order")
    #expect(machine.handle(.finish) == [.recordRemoval, .deliverRemoval])
    #expect(machine.transaction == nil)
  }

  @Test func theDelegatesAnswerFalseRemovesTheTransaction() {
    var machine = Self.machine(.asking(Self.storefront))
    #expect(machine.handle(.answered(false, Self.storefront)) == [.recordRemoval, .deliverRemoval])
    #expect(machine.stage == .gone)
  }

  @Test func theDelegateIsAskedAgainIfTheStorefrontChanges() {
    var machine = Self.machine(.asking(Self.storefront))
    #expect(machine.handle(.answered(true, Self.other)) == [.ask(Self.other)])
    #expect(machine.storefront == Self.other)
    #expect(machine.handle(.answered(true, Self.other)) == [.present(.first)])
  }

  @Test func aDismissedSheetIsCancelled() {
    var machine = Self.machine(.presenting)
    #expect(machine.handle(.dismissed(.cancelled)) == [.recordIfPossible, .deliverUpdate])
    #expect(machine.transaction?.error == .cancelled)
  }

  @Test func aPaymentThatCannotBeRecordedIsNotMade() {
    var machine = Self.machine(.presenting)
    #expect(machine.handle(.approved(Self.key, Self.storefront)).first == .recordOrStop)
    #expect(machine.handle(.notRecorded).contains(.deliverUpdate))
    #expect(machine.stage == .failed(.cancelled))
  }

  @Test func aChangedPriceIsShownBeforeItIsPaid() {
    var machine = Self.machine(.paying(Self.key))
    var dearer = Self.product
    dearer.price.value = 5.99
    #expect(machine.handle(.priceChanged(dearer, Self.storefront)) == [.record, .present(.priceHasChanged)])
    #expect(machine.payment.product == dearer)
    let fresh = UUID()
    #expect(machine.handle(.approved(fresh, Self.storefront)) == [.recordOrStop, .pay(fresh)])
  }

  @Test func aDeclinedCardShowsTheSheetAgainAndTheNextPaymentHasANewKey() {
    var machine = Self.machine(.paying(Self.key))
    #expect(machine.handle(.declined("No funds", Self.storefront)) == [.record, .present(.declined("No funds"))])
    #expect(machine.isUnpaid && machine.isProcessing)
    let fresh = UUID()
    #expect(machine.handle(.approved(fresh, Self.storefront)) == [.recordOrStop, .pay(fresh)])
    #expect(machine.handle(.declined("No funds", Self.storefront)) == [.record, .present(.declined("No funds"))])
    #expect(machine.handle(.dismissed(.cancelled)) == [.recordIfPossible, .deliverUpdate])
  }

  @Test func aDeclinedCardShowsNoSheetIfTheStorefrontHasChanged() {
    var machine = Self.machine(.paying(Self.key))
    #expect(machine.handle(.declined("No funds", Self.other)).contains(.ask(Self.other)))
    #expect(machine.storefront == Self.other && machine.stage == .asking(Self.other))
    // After a logout the machine does not ask the delegate.
    var loggedOut = Self.machine(.paying(Self.key))
    #expect(loggedOut.handle(.declined("No funds", nil)).contains(.deliverUpdate))
    #expect(loggedOut.stage == .failed(.cancelled))
  }

  @Test func theLastApprovalDeterminesThePaymentMethod() {
    var machine = Self.machine(.presenting)
    _ = machine.handle(.approved(Self.key, Self.storefront, OnsidePaymentApproval(paymentMethod: "visa")))
    #expect(machine.approval.paymentMethod == "visa")
    _ = machine.handle(.unanswered)
    _ = machine.handle(.retry)
    #expect(machine.approval.paymentMethod == "visa")
    _ = machine.handle(.declined("No funds", Self.storefront))
    _ = machine.handle(.approved(UUID(), Self.storefront, OnsidePaymentApproval(paymentMethod: "paypal")))
    #expect(machine.approval.paymentMethod == "paypal")
  }

  @Test func anUnansweredPaymentIsSentAgainUnderTheSameKey() {
    var machine = Self.machine(.paying(Self.key))
    #expect(machine.handle(.unanswered) == [.reportOutcome(.delayed), .retryLater])
    #expect(machine.handle(.retry) == [.pay(Self.key)])
  }

  @Test func aPaymentWithAnUnclearOutcomeIsSettledLater() {
    var machine = Self.machine(.paying(Self.key))
    #expect(machine.handle(.unclear) == [.reportOutcome(.delayed), .settle(Self.key)])
    #expect(machine.handle(.unclear) == [.retryLater])
    #expect(machine.handle(.retry) == [.settle(Self.key)])
    #expect(machine.handle(.settled(Self.order)).contains(.deliverUpdate))
    #expect(machine.transaction?.transactionState == .purchased)
  }

  @Test func aPurchasingTransactionInFlightIsNotFinished() {
    for stage in [Machine.Stage.paying(Self.key), .settling(Self.key)] {
      var machine = Self.machine(stage)
      #expect(machine.handle(.finish) == [])
      #expect(machine.stage == stage)
    }
  }

  @Test func theDelegateIsAskedAgainIfTheStorefrontChangesWhileTheSheetIsShown() {
    var machine = Self.machine(.presenting)
    #expect(machine.handle(.approved(Self.key, Self.other)).last == .ask(Self.other))
    #expect(machine.stage == .asking(Self.other))
  }

  @Test func aLateApprovalGivesTheSheetAnOutcome() {
    var machine = Self.machine(.failed(.cancelled))
    #expect(machine.handle(.approved(Self.key, Self.storefront)) == [.reportOutcome(.refused("Nothing was paid."))])
  }

  @Test func anUnansweredPaymentDoesNotHoldBackOthers() {
    var machine = Self.machine(.paying(Self.key))
    #expect(machine.isProcessing)
    _ = machine.handle(.unanswered)
    #expect(!machine.isProcessing)
  }

  @Test func aTransactionThatWasNotSentForPaymentIsRemovedAtOnce() {
    var presented = Self.machine(.presenting)
    #expect(presented.handle(.finish) == [.withdrawSheet, .recordRemoval, .deliverRemoval])
    var machine = Self.machine(.enqueued)
    #expect(machine.handle(.finish) == [.recordRemoval, .deliverRemoval])
  }

  /// Checks the rules that hold for every stage and every event.
  @Test(arguments: stages) private func theInvariantsHoldForEveryStageAndEvent(in stage: Machine.Stage) throws {
    for event in Self.events {
      var machine = Self.machine(stage)
      let before = machine
      let actions = machine.handle(event)
      let place = Comment(rawValue: "\(stage) and \(event)")
      if actions.isEmpty { #expect(machine.stage == stage, place) }

      // Only finishing or discarding removes a transaction. A transaction whose payment may be in progress is never
      // removed.
      #expect((machine.stage == .gone) == (stage == .gone || actions.contains(.deliverRemoval)), place)
      if machine.stage == .gone, stage != .gone {
        #expect(
          try #require(actions.firstIndex(of: .recordRemoval)) < #require(actions.firstIndex(of: .deliverRemoval)))
        if case .paying = stage { Issue.record(place) }
        if case .settling = stage { Issue.record(place) }
      }
      // A paid transaction stays paid until it is finished.
      if case .purchased = stage { #expect(machine.stage == stage || machine.stage == .gone, place) }
      if case .restored = stage { #expect(machine.stage == stage || machine.stage == .gone, place) }
      // A payment is sent only in the stage `paying`, with the key that is on disk.
      for case .pay(let key) in actions {
        #expect(machine.stage == .paying(key), place)
        #expect(stage == .paying(key) || actions.first == .recordOrStop, place)
      }
      // A purchase is recorded before it is reported.
      if case .purchased = machine.stage, machine.stage != stage {
        #expect(try #require(actions.firstIndex(of: .record)) < #require(actions.firstIndex(of: .deliverUpdate)), place)
      }
      // Every change that an app can see is reported, and no other change is reported.
      let isChanged = machine.transaction?.transactionState != before.transaction?.transactionState
      #expect(isChanged == (actions.contains(.deliverUpdate) || actions.contains(.deliverRemoval)), place)
      // The record on disk restores the same transaction.
      if let record = TransactionRecord(machine) {
        let again = Machine(record)
        #expect(again.transaction?.transactionState == machine.transaction?.transactionState, place)
        #expect(TransactionRecord(again)?.stage == record.stage, place)
      }
    }
  }
}
