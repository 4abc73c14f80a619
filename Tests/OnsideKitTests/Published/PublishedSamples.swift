import Foundation
import Observation
import OnsideKit

// Code that apps write around the published SDK, as in its example app and in its public clients. It is compiled in
// both language modes, like PublishedApp.swift. If this code needs a change, published apps need the same change.

/// An observer that views read from, as in the example app.
@available(macOS 14.0, iOS 17.0, *)
@Observable
@MainActor
final class Purchases: OnsidePaymentTransactionObserver {
  private(set) var storefront: OnsideStorefront?
  private(set) var isRestoring = false
  private(set) var owned: [OnsideProduct] = []

  init() {
    storefront = Onside.defaultPaymentQueue().storefront
    Onside.defaultPaymentQueue().add(observer: self)
  }

  func restore() {
    Onside.defaultPaymentQueue().restoreCompletedTransactions { [weak self] in
      switch $0 {
      case .success: self?.isRestoring = true
      case .failure: self?.isRestoring = false
      }
    }
  }

  func onsidePaymentQueue(_ queue: OnsidePaymentQueue, updatedTransactions: [OnsidePaymentTransaction]) {
    updatedTransactions.forEach { transaction in
      switch transaction.transactionState {
      case .purchasing:
        break
      case .purchased, .restored:
        owned.append(transaction.payment.product)
        queue.finishTransaction(transaction)
      case .failed:
        print(transaction.error?.localizedDescription ?? "no reason")
        queue.finishTransaction(transaction)
      @unknown default:
        queue.finishTransaction(transaction)
      }
    }
  }

  func onsidePaymentQueue(_ queue: OnsidePaymentQueue, removedTransactions: [OnsidePaymentTransaction]) {}

  func onsidePaymentQueueRestoreCompletedTransactionsFinished(_ queue: OnsidePaymentQueue) {
    isRestoring = false
  }

  func onsidePaymentQueue(
    _ queue: OnsidePaymentQueue, restoreCompletedTransactionsFailedWithError error: OnsideTransactionsRestoreError
  ) {
    isRestoring = false
  }

  func onsidePaymentQueueDidChangeStorefront(_ queue: OnsidePaymentQueue) {
    storefront = queue.storefront
  }
}

/// A delegate that loads products. It implements the failure callback as
/// `onsideProductsRequestRequest(_:didFailWithError:)`, the name in the published example app.
@MainActor
final class Products: OnsideProductsRequestDelegate {
  private(set) var products: [OnsideProduct] = []
  private(set) var errors: [OnsideProductsRequestError] = []
  private var request: OnsideProductsRequest?
  var onEnd: () -> Void = {}

  func reload(_ identifiers: Set<String>) {
    request = Onside.makeProductsRequest(productIdentifiers: identifiers)
    request?.delegate = self
    request?.start()
  }

  func onsideProductsRequest(_ request: OnsideProductsRequest, didReceive response: OnsideProductsResponse) {
    products = response.products
  }

  func onsideProductsRequestRequest(
    _ request: OnsideProductsRequest, didFailWithError error: OnsideProductsRequestError
  ) {
    errors.append(error)
    onEnd()
  }

  func onsideProductsRequestDidFinish(_ request: OnsideProductsRequest) {
    onEnd()
  }
}

/// A client that passes optional completions from properties, because such calls must also compile. It gets its queue
/// as a parameter.
@MainActor
final class Till {
  let queue: OnsidePaymentQueue
  private(set) var told: [String] = []
  var onAdd: ((Result<Void, OnsidePaymentQueueAddProductError>) -> Void)?
  var onRestore: ((Result<Void, OnsidePaymentQueueRequestRestoreError>) -> Void)?
  var onLogin: ((Result<Void, OnsideLoginError>) -> Void)?
  var onMethods: ((Result<Void, OnsidePaymentMethodsManagerError>) -> Void)?
  var onAttribution: (Result<OnsideAttributionMetadata, OnsideAttributionMetadataError>) -> Void = { _ in }

  init(queue: OnsidePaymentQueue) {
    self.queue = queue
  }

  func pay(_ product: OnsideProduct) {
    queue.add(OnsidePayment(product: product), completion: onAdd)
    queue.add(OnsidePayment(product: product))
  }

  func restore() {
    queue.restoreCompletedTransactions(completion: onRestore)
    queue.restoreCompletedTransactions()
  }

  func account() {
    Onside.requestLogin(completion: onLogin)
    Onside.requestLogin()
    Onside.presentPaymentMethodsManager(completion: onMethods)
    Onside.presentPaymentMethodsManager()
    Onside.getAttributionMetadata(completion: onAttribution)
  }

  /// Calls the methods with an optional completion inside an async function, where they must compile without `await`.
  func payLater(_ product: OnsideProduct) async {
    queue.add(OnsidePayment(product: product))
    queue.restoreCompletedTransactions()
  }
}

/// A mock queue as an app declares it for its own tests. It compiles only if the published signatures are unchanged.
final class MockQueue: OnsidePaymentQueue {
  var delegate: OnsidePaymentQueueDelegate?
  var storefront: OnsideStorefront? = OnsideStorefront(id: "mock", countryCode: "DE")
  var transactions: [OnsidePaymentTransaction] = []
  var transactionObservers: [OnsidePaymentTransactionObserver] = []
  var payments: [OnsidePayment] = []
  var restores = 0

  func add(observer: OnsidePaymentTransactionObserver) { transactionObservers.append(observer) }

  func remove(observer: OnsidePaymentTransactionObserver) { transactionObservers.removeAll { $0 === observer } }

  func add(_ payment: OnsidePayment, completion: ((Result<Void, OnsidePaymentQueueAddProductError>) -> Void)?) {
    payments.append(payment)
    completion?(.success(()))
  }

  func restoreCompletedTransactions(
    completion: ((Result<Void, OnsidePaymentQueueRequestRestoreError>) -> Void)?
  ) {
    restores += 1
    completion?(.failure(.loginDiscarded))
  }

  func finishTransaction(_ transaction: OnsidePaymentTransaction) {
    transactions.removeAll { $0.isSame(as: transaction) }
  }
}

/// A mock request as an app declares it for its own tests. Its class has a superclass, because such a class must also
/// compile.
@MainActor
final class MockHistoryRequest: NSObject, OnsideSignedInAppsHistoryRequest {
  weak var delegate: OnsideSignedInAppsHistoryRequestDelegate?
  func start() {
    delegate?.onsideSignedInAppsHistoryRequest(self, didReceive: OnsideSignedInAppsHistory(data: Data("a.b.c".utf8)))
  }
  func stop() {}
}

/// A module of another framework, whose functions run outside the main actor.
actor Module {
  func country() async -> String? {
    await Onside.defaultPaymentQueue().storefront?.countryCode
  }

  func logIn() async -> Bool {
    await Onside.requestLogin()
    return await withCheckedContinuation { continuation in
      Task { @MainActor in
        Onside.requestLogin { result in
          if case .success = result {
            continuation.resume(returning: true)
          } else {
            continuation.resume(returning: false)
          }
        }
      }
    }
  }

  func buy(_ product: OnsideProduct) async throws {
    let payment = OnsidePayment(product: product)
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, Error>) in
      Task { @MainActor in
        Onside.defaultPaymentQueue().add(payment) { result in
          switch result {
          case .success: continuation.resume()
          case .failure(let error): continuation.resume(throwing: error)
          }
        }
      }
    }
  }

  func restore() async -> Result<Void, OnsidePaymentQueueRequestRestoreError> {
    let queue = await Onside.defaultPaymentQueue()
    return await withCheckedContinuation { continuation in
      Task { await queue.restoreCompletedTransactions { continuation.resume(returning: $0) } }
    }
  }

  func history() async -> OnsideSignedInAppsHistoryRequestError? {
    switch await Onside.makeSignedInAppsHistoryRequest() {
    case .success(let request):
      await request.start()
      return nil
    case .failure(let error): return error
    }
  }
}
