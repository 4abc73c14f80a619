import Testing

import OnsideKit

/// Tests that `Types/onside.d.ts` and the bridge declare the same API: each declared member exists in the bridge, and
/// each member of the bridge is declared.
@Suite struct ContractTests {
  private let declarations: Declarations

  init() throws {
    declarations = try Declarations()
  }

  @Test func everyDeclaredMemberOfTheBridgeIsParsed() {
    #expect(declarations.countOfMembers == declarations.methods.count + declarations.callbacks.count)
  }

  @Test func theDeclaredMethodsAreThoseOfTheBridge() {
    let methods = OnsideContract.Method.allCases.map {
      Declarations.Function(name: $0.rawValue, argument: $0.argument, result: $0.result)
    }
    #expect(declarations.methods == methods)
  }

  @Test func theDeclaredCallbacksAreThoseOfTheBridge() {
    let callbacks = OnsideContract.Callback.allCases.map {
      Declarations.Function(name: $0.rawValue, argument: $0.argument, result: $0.result)
    }
    #expect(declarations.callbacks == callbacks)
  }

  @Test func theDeclaredRejectionsAreThoseOfTheBridge() {
    let promises = OnsideContract.Method.allCases.filter(\.isPromise).map { ($0.rawValue, $0.error) }
    #expect(declarations.rejections == Dictionary(uniqueKeysWithValues: promises))
  }

  @Test func theDeclaredErrorsHaveTheCasesOfTheBridge() {
    let declared = declarations.errors
    #expect(declared.map(\.name).sorted() == OnsideContract.errors.map(\.name).sorted())
    for (name, cases) in OnsideContract.errors {
      #expect(declared.first { $0.name == name }?.cases == cases, "\(name)")
    }
  }

  @Test func everyErrorCaseIsDocumentedExactlyOnce() {
    let cases = Set(OnsideContract.errors.flatMap(\.cases))
    #expect(Set(declarations.documentedCases) == cases)
    #expect(declarations.documentedCases.count == cases.count)
  }

  @MainActor @Test func theCommentsStateTheLimitsOfPagesAndTheirErrors() {
    let waiting = "\(OnsideClient.waitingLimit)"
    let dismissed = "dismissed \(OnsideClient.dismissalLimit)"
    let pause = "for \(OnsideClient.dismissalPause.components.seconds) seconds"
    let purchase = declarations.comment(of: "purchase: (")
    for word in [
      "\(waiting) payments", "`tooLarge`", "1,024 bytes", "\(dismissed) payment sheets", "`cancelled`", pause,
    ] {
      #expect(purchase.contains(word), "\(word)")
    }
    let restore = declarations.comment(of: "restoreCompletedTransactions: (")
    for word in ["\(waiting) restores", "`tooLarge`"] { #expect(restore.contains(word), "\(word)") }
    let login = declarations.comment(of: "requestLogin: (")
    for word in ["\(dismissed) logins", "`loginDiscarded`", pause] { #expect(login.contains(word), "\(word)") }
    #expect(declarations.comment(of: "| \"tooLarge\"").contains("`purchase` and `restoreCompletedTransactions`"))
  }

  @Test func theCommentExplainsTheOriginalOrderOfARenewal() {
    let comment = declarations.comment(of: "originalTransactionIdentifier?:")
    #expect(comment.contains("The id of the first order of a subscription. Every renewal has that id"))
  }

  @Test func theDeclaredPredefinedEventsAreThoseOfTheSDK() {
    #expect(declarations.predefinedEvents == OnsidePredefinedEvent.allCases.map(\.rawValue))
    #expect(declarations.eventConstants == declarations.predefinedEvents)
    #expect(Set(declarations.predefinedEvents).isSuperset(of: ["purchaseCompleted", "subscriptionStarted"]))
  }

  @Test func theDeclaredCodesAreThoseOfTheBridgeErrors() {
    #expect(declarations.codes == OnsideBridgeError.allCases.map(\.rawValue))
  }
}
