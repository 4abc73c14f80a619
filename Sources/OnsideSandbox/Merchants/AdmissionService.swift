import CausewayDatabase
import CausewayJOSE
import Foundation
import OnsideMerchant

/// The checks on the callers of the Merchant API and of the Transactions Reporting API: their tokens and their request
/// rate.
///
/// Requests that wait for the store at the same time are admitted with one write to disk, because each write takes
/// time. If that write fails, none of these requests is admitted.
package final class AdmissionService {
  /// A request to the Merchant API that waits for its token to be recorded as used.
  private struct Admission {
    let token: MerchantTokenVerifier.Token
    let completion: CheckedContinuation<Result<Void, SandboxProblem>, Never>
  }

  private let database: Database
  private let records: UsedTokenRecords
  private let clock: ClockService
  private let verifier: MerchantTokenVerifier
  private let apiKey: SHA256Hash
  private var bucket: TokenBucket?
  private var admissions: [Admission] = []
  /// An upper bound of the number of remembered tokens; nil before the first count. Counting the rows for each request
  /// would be slow if there are many.
  private var mostUsedTokens: Int?

  init(
    _ merchant: SandboxMerchant, rate: RequestRate?, database: Database, records: UsedTokenRecords, clock: ClockService
  ) {
    self.database = database
    self.records = records
    self.clock = clock
    verifier = MerchantTokenVerifier([merchant.credentials])
    apiKey = merchant.apiKey
    bucket = rate.map { TokenBucket($0, at: clock.real) }
  }

  /// Admits a request to the Transactions Reporting API.
  ///
  /// - Parameter key: the bearer token of the field `Authorization`; nil if there is none.
  /// - Throws: `invalid_token`; `rate_limited`, for requests with the right key only.
  package func admitReporter(_ key: String?) throws(SandboxProblem) {
    guard let key else {
      throw SandboxProblem(
        .invalidToken, "Send the API key as a Bearer token in the field Authorization", reason: "missing")
    }
    guard SHA256Hash(of: key) == apiKey else {
      throw SandboxProblem(
        .invalidToken, "This is not the store's API key; send the key in merchant-api-key", reason: "wrong_key")
    }
    if let refusal = countRequest(at: clock.real) { throw refusal }
  }

  // MARK: Merchant tokens

  /// Checks a merchant's token by every rule except single use, and returns the token.
  func check(_ token: String?) throws(SandboxProblem) -> MerchantTokenVerifier.Token {
    guard let token else {
      throw SandboxProblem(
        .invalidToken, "Send a merchant token as a Bearer token in the field Authorization", reason: "missing")
    }
    do throws(MerchantTokenRefusal) {
      return try verifier.unused(token, at: clock.real)
    } catch {
      throw SandboxProblem(error)
    }
  }

  /// Adds a request to the current batch.
  ///
  /// - Returns: true if the request is the batch's first. In that case the caller must start a task that calls
  ///   ``admitAll()``.
  func enqueue(
    _ token: MerchantTokenVerifier.Token, _ completion: CheckedContinuation<Result<Void, SandboxProblem>, Never>
  ) -> Bool {
    admissions.append(Admission(token: token, completion: completion))
    return admissions.count == 1
  }

  /// Admits or refuses the requests of the current batch, and records the tokens that it admits as used.
  func admitAll() {
    let batch = admissions
    admissions = []
    let real = clock.real
    let results: [Result<Void, SandboxProblem>]
    do throws(SandboxProblem) {
      results = try database.runTransaction { () throws(DatabaseError) in
        try records.forget(at: real)
        var results: [Result<Void, SandboxProblem>] = []
        for admission in batch { results.append(try admit(admission.token, at: real)) }
        return .success(results)
      }
    } catch {
      results = batch.map { _ in .failure(error) }
    }
    for (admission, result) in zip(batch, results) { admission.completion.resume(returning: result) }
  }

  private func admit(
    _ token: MerchantTokenVerifier.Token, at real: Date
  ) throws(DatabaseError) -> Result<Void, SandboxProblem> {
    // The token was checked when it arrived, but may have expired since. The same comparison decides when its `jti` is
    // forgotten, so a used token is either still remembered or refused by this check.
    guard !UsedTokenRecords.hasExpired(token.end, at: real) else {
      return .failure(SandboxProblem(.claims(.expired)))
    }
    if try records.isUsed(token.id) { return .failure(SandboxProblem(.replay(.replayed))) }
    // Refuse the token if its `jti` may have been forgotten while the clock was ahead. Otherwise it could be used
    // twice.
    if let seconds = try records.secondsUntilForgotten(token.end) {
      return .failure(
        SandboxProblem(
          .invalidToken,
          "The store's clock was set back, so the store cannot tell whether this token was used before; make a new one "
            + "in \(seconds + 1) s", reason: "clock_set_back"))
    }
    guard try hasRoom() else { return .failure(SandboxProblem(.replay(.full))) }
    if let refusal = countRequest(at: real) { return .failure(refusal) }
    return .success(try records.use(token.id, until: token.end))
  }

  /// Returns whether one more used token can be remembered, and counts that token, because the caller then remembers
  /// it.
  private func hasRoom() throws(DatabaseError) -> Bool {
    var count = mostUsedTokens ?? UsedTokenRecords.capacity
    if count >= UsedTokenRecords.capacity { count = try records.count() }
    mostUsedTokens = count + 1
    return count < UsedTokenRecords.capacity
  }

  /// Counts a request of the merchant against the rate.
  /// - Returns: the refusal, if the rate is exceeded; otherwise nil.
  private func countRequest(at real: Date) -> SandboxProblem? {
    guard let seconds = bucket?.take(at: real) else { return nil }
    var problem = SandboxProblem(.rateLimited, "Too many requests; try again in \(seconds) s")
    problem.retryAfter = seconds
    return problem
  }
}
