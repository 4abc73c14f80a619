import CausewayJOSE
import Foundation
import OnsideMerchant
import Testing

@testable import CausewayCommand
@testable import OnsideMerchantCommand

/// The problems that `POST /validate` returns if it has no result.
@Suite("Problems of POST /validate") struct ValidationProblemTests {
  private static let order = UUID()

  @Test(arguments: [
    (ValidationError.history(.notSigned(.algorithmNone)), 422, "algorithm_none"),
    (.history(.notSigned(.notBase64URL(.payload, .padding))), 422, "base64_padding"),
    (.history(.algorithmNotAllowed(.hs256)), 422, "algorithm_not_allowed"),
    (.history(.signature(.wrongSignature)), 422, "wrong_signature"),
    (.history(.key(.noKey(.unknownKeyID))), 422, "unknown_key_id"),
    (.history(.key(.unavailable(.timedOut))), 503, "keys_unavailable"),
    (.history(.payload(.noTransactions)), 422, "payload_without_transactions"),
    (.otherApp, 422, "other_app"),
    (.orderNotInHistory(order), 422, "order_not_in_history"),
    (.notConfirmed(order, .merchant(.unreachable(reason: ""))), 503, "merchant_api_unreachable"),
    (.notConfirmed(order, .merchant(.timedOut)), 503, "merchant_api_timed_out"),
    (.notConfirmed(order, .merchant(.rateLimited(retryAfter: nil))), 503, "merchant_api_rate_limited"),
    (.notConfirmed(order, .merchant(.unavailable(status: 500, retryAfter: nil))), 503, "merchant_api_unavailable"),
    (.notConfirmed(order, .merchant(.unauthorized)), 502, "merchant_api_unauthorized"),
    (.notConfirmed(order, .merchant(.unexpectedContentType)), 502, "merchant_api_unexpected_answer"),
    (.notConfirmed(order, .history(.signature(.wrongSignature))), 502, "merchant_api_wrong_signature"),
    (.notConfirmed(order, .merchant(.unknownOrder)), 422, "merchant_api_unknown_order"),
    (.notConfirmed(order, .merchant(.notAllowed)), 422, "merchant_api_not_allowed"),
    (.notConfirmed(order, .orderMissing), 422, "merchant_api_order_missing"),
    (.ledger(.unavailable(reason: "no connection")), 503, "ledger_unavailable"),
    (.ledger(.newer(version: 9, supported: 8)), 503, "ledger_unavailable"),
    (.ledger(.closed), 503, "ledger_unavailable"),
    (.ledger(.invalidCustomer), 400, "invalid_customer"),
    (.ledger(.invalidHistory(reason: "a product with U+0000")), 422, "invalid_history"),
    (.ledger(.damaged(reason: "page 3")), 500, "ledger_failed"),
    (.ledger(.notAllowed(reason: "role ledger")), 500, "ledger_failed"),
  ])
  func eachErrorHasItsStatusAndItsCode(_ error: ValidationError, _ status: Int, _ code: String) {
    let problem = ValidationProblem(error)
    #expect(problem.status == status)
    #expect(problem.code == code)
    #expect(problem.title.hasSuffix(".") && problem.title.first?.isLowercase == false, "\(problem.title)")
    #expect(problem.json["status"]?.numberValue == Double(status))
    #expect(problem.json["title"]?.stringValue == problem.title)
    #expect(problem.json["code"]?.stringValue == code)
  }

  @Test(arguments: [
    LedgerError.unavailable(reason: "db-7.internal"), .damaged(reason: "db-7.internal"),
    .notAllowed(reason: "db-7.internal"), .failed(reason: "db-7.internal"),
  ])
  func detailsOfTheLedgersServerAreNotInTheProblem(_ error: LedgerError) {
    #expect(!ValidationProblem(.ledger(error)).json.json.contains("db-7"))
  }

  @Test func everyErrorOfASignatureHasItsOwnCode() {
    let errors: [JWSError] =
      [
        .tooLong(maximumBytes: 1), .wrongNumberOfParts(2), .headerNotJSON, .headerNotObject, .duplicateHeaderMember,
        .criticalHeader, .unencodedPayload, .compressedPayload, .missingAlgorithm, .algorithmNone, .unknownAlgorithm,
        .keyIDNotString, .typeNotString, .algorithmMismatch(header: .rs256, key: .es256), .missingSignature,
        .wrongSignatureLength(1, expected: 64), .wrongSignature, .emptySecret,
      ] + Base64URLError.allCases.map { .notBase64URL(.header, $0) }
    #expect(Set(errors.map(\.code)).count == errors.count)
  }
}
