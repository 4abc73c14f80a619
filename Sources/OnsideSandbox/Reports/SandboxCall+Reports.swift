import CausewayHTTP
import CausewayJSON
import Foundation
import OnsideMerchant

/// The operations of the Transactions Reporting API, which `openapi.yaml` lists under the tag `merchant`.
extension SandboxCall {
  func submitReport(in store: isolated SandboxStore) throws(SandboxProblem) -> HTTPResponse {
    try store.admission.admitReporter(bearerToken)
    let body = try body()
    let createdAt = try body.time("created_at")
    var transactions: [SandboxTransaction] = []
    for transaction in try body.objects("transactions", atMost: .max) {
      transactions.append(try transaction.transaction())
    }
    let number = try store.reports.submit(SandboxReport(createdAt: createdAt, transactions: transactions))
    return .json(["report_id": .number(Double(number))])
  }

  func reportState(in store: isolated SandboxStore) throws(SandboxProblem) -> HTTPResponse {
    try store.admission.admitReporter(bearerToken)
    let values = request.query.filter { $0.name == "report_id" }.map(\.value)
    guard values.count == 1, let number = Self.reportID(values[0]) else {
      throw SandboxProblem(.badRequest, "report_id: the query must contain it once, as a whole number of 0 or more")
    }
    return .json(try store.reports.state(number).json)
  }

  private static func reportID(_ text: String) -> Int64? {
    text.utf8.allSatisfy(\.isASCIIDigit) ? Int64(text) : nil
  }
}

extension RequestObject {
  fileprivate func transaction() throws(SandboxProblem) -> SandboxTransaction {
    let amounts = -Int(TransactionRules.maximumAmount)...Int(TransactionRules.maximumAmount)
    return SandboxTransaction(
      id: try string("id"), currency: try threeCapitals("currency"),
      fullAmount: try integer("full_amount", in: amounts), taxAmount: try integer("tax_amount", in: amounts),
      payerCountry: try threeCapitals("payer_country"), settledAt: try time("settled_at"))
  }

  private func threeCapitals(_ key: String) throws(SandboxProblem) -> String {
    let text = try string(key)
    guard text.utf8.count == 3, text.utf8.allSatisfy(\.isASCIICapital) else {
      throw problem(key, "not three capital letters")
    }
    return text
  }
}
