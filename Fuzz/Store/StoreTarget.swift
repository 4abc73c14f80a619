import CausewayJSON
import Foundation
import FuzzSupport

@testable import CausewayTransport
@testable import OnsideCore
@testable import OnsideKit

@MainActor @c(LLVMFuzzerTestOneInput)
func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  Fuzzer.test(data, size, StoreTarget.check)
}

/// The fuzzing target of a network store's answers. It checks that the values read from them can be shown and sent to a
/// page, that a status alone never means that nothing was paid, and that no error repeats a body.
///
/// The status is 100 plus four times the first byte of the input. The rest of the input is the body.
@MainActor enum StoreTarget {
  private static let locale = Locale(identifier: "en_US")

  static func check(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let first = bytes.first else { return }
    let answer = HTTPAnswer(status: 100 + 4 * Int(first), body: Data(bytes.dropFirst()))
    checkRefusal(answer)
    if let form = read(ProductsPayload.self, answer) { form.products.forEach(check) }
    if let form = read(OrderPayload.self, answer) { check(form) }
    if let form = read(PurchasesPayload.self, answer) { form.purchases.forEach(check) }
    if let order = read(SettlementPayload.self, answer)?.order { check(order) }
    if let product = answer.problem?.product { check(product) }
    if let form = read(PaymentMethodsPayload.self, answer) {
      expect(form.methods.count == form.paymentMethods.count, "a payment method was lost")
    }
    _ = read(AttributionPayload.self, answer)?.metadata
    if let form = read(SessionTokensPayload.self, answer) { check(form) }
  }

  private static func read<Form: Decodable>(_ form: Form.Type, _ answer: HTTPAnswer) -> Form? {
    do throws(OnsideServiceError) {
      return try StoreCoding.read(form, from: answer)
    } catch {
      expect(error == .internalError("the store's answer cannot be read: it is not a \(form)"), "\(error)")
      return nil
    }
  }

  private static func checkRefusal(_ answer: HTTPAnswer) {
    switch answer.failure {
    case .refused, .declined, .priceChanged, .cancelled: fatalError("a status alone is read as: nothing was paid")
    case .notLoggedIn:
      let code = answer.problem?.code ?? ""
      expect(
        answer.status == 401 && ["invalid_token", "not_logged_in"].contains(code),
        "an answer without the right code ends the session")
    case .internalError(let text): expect(text.count < 100, "an error is too long and may contain a body")
    default: break
    }
    expect((try? answer.accepted()) == nil || answer.status == 200, "an answer with another status was accepted")
    if let history = try? HistoryReader.read(answer) {
      expect(
        history.data == answer.body && history.string?.split(separator: ".").count == 3,
        "the answer is not a signed history")
    }
  }

  private static func check(_ form: OrderPayload) {
    expect(form.order.id == form.orderId.text, "an order has another id")
    expect(UUID(uuidString: form.order.id)?.uuidString.lowercased() == form.order.id, "an order's id is not a UUID")
    check(form.product)
  }

  private static func check(_ form: ProductPayload) {
    let product = form.product
    expect(product.price.value.isFinite, "the price is not finite")
    expect((try? JSONValue(parsing: product.json.jsonBytes)) == product.json, "the product's JSON is read differently")
    let sheet = OnsidePaymentSheet(
      id: UUID(), theme: .light, requestingOrigin: nil, product: product,
      storefront: OnsideStorefront(id: "", countryCode: product.price.currencyCode), occasion: .first)
    let words = PaymentText(sheet, locale: locale)
    expect(words.title.count < 200 && words.price.count < 1_000, "a text of the payment sheet is too long")
  }

  private static func check(_ form: SessionTokensPayload) {
    guard let url = URL(string: "https://store.example"), let address = try? StoreAddress(url, app: "com.example.shop")
    else { fatalError("the store's address is not valid") }
    let session = form.session(of: address, sent: Date(timeIntervalSince1970: 0))
    expect(session.renewsAt <= session.expiresAt || form.expiresIn < 0, "a token is renewed only after it has expired")
    for token in [session.accessToken, session.refreshToken] {
      expect("\(token)" == "(a token)" && String(reflecting: token) == "(a token)", "a description shows a token")
    }
  }
}
