#if os(Linux)
import CausewayHTTP
import Foundation
import OnsideMerchant

/// `POST /notifications`: the store's own statements about orders. Only the store's signature counts, so no client's
/// secret is needed.
extension MerchantServer {
  func notification(_ request: HTTPRequest, _ id: RequestID) async -> Answer {
    do throws(ValidationProblem) {
      let decisions = try await decisions(request, id)
      metrics.notified("ok", decisions)
      let summary = Dictionary(grouping: decisions, by: \.outcome.rawValue)
        .map { "\($0.value.count) \($0.key)" }.sorted().joined(separator: ", ")
      return Answer(
        response: HTTPResponse(204, fields: Self.fields),
        remark: "POST /notifications, \(summary.isEmpty ? "no customer's orders" : summary)")
    } catch {
      metrics.notified(error.code, [])
      return refused(error, .notifications)
    }
  }

  private func decisions(_ request: HTTPRequest, _ id: RequestID) async throws(ValidationProblem) -> [LedgerDecision] {
    guard let notifications else { return [] }
    try checkLength(of: request)
    guard request.mediaType == "application/jose" else {
      throw ValidationProblem(
        status: 415, title: "The Content-Type of a notification must be application/jose.",
        code: "unsupported_media_type")
    }
    do throws(NotificationError) {
      return try await notifications.receive(String(decoding: request.body, as: UTF8.self))
    } catch {
      if case .ledger(let reason) = error { ledgerFailed(reason, "/notifications", id) }
      throw ValidationProblem(ofNotification: error)
    }
  }
}
#endif
