import CausewayDatabase
import Foundation
import OnsideMerchant

/// A request to the Merchant API that waits for its token to be recorded as used.
struct Admission {
  let token: MerchantTokenVerifier.Token
  let completion: CheckedContinuation<Result<Void, SandboxProblem>, Never>
}

extension SandboxStore {
  /// Admits a request to the Merchant API, which uses up its token. A refused request does not use up its token. A
  /// request without a valid token does not count against the rate, so that nobody else can use up the merchant's
  /// requests.
  ///
  /// Requests that arrive while the disk writes are admitted together, because each write takes time. If that write
  /// fails, none of them is admitted.
  ///
  /// - Throws: `invalid_token`, with a different `reason` for each rule; `rate_limited`.
  package func admitMerchant(_ token: String?) async throws(SandboxProblem) {
    let token = try merchantGate.check(token, at: options.realTime())
    let result = await withCheckedContinuation { completion in
      admissions.append(Admission(token: token, completion: completion))
      // The task runs after the calls that wait for this actor already, so that their requests join the batch.
      if admissions.count == 1 { Task { admitAll() } }
    }
    try result.get()
  }

  private func admitAll() {
    let batch = admissions
    admissions = []
    let real = options.realTime()
    let results: [Result<Void, SandboxProblem>]
    do throws(SandboxProblem) {
      results = try transaction { () throws(DatabaseError) in
        try records.forgetUsedTokens(at: real)
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
    // forgotten, so a used token is always either known or refused here.
    guard !SandboxRecords.hasExpired(token.end, at: real) else {
      return .failure(SandboxProblem(.claims(.expired)))
    }
    if try records.isUsed(token.id) { return .failure(SandboxProblem(.replay(.replayed))) }
    // The `jti` may have been forgotten while the clock was ahead.
    if let seconds = try records.secondsBeforeForgotten(token.end) {
      return .failure(
        SandboxProblem(
          .invalidToken,
          "The store's clock was set back, so the store cannot tell whether this token was used before; make another "
            + "in \(seconds + 1) s", reason: "clock_set_back"))
    }
    guard try merchantGate.hasRoom(in: records) else { return .failure(SandboxProblem(.replay(.full))) }
    if let refusal = merchantGate.count(at: real) { return .failure(refusal) }
    return .success(try records.use(token.id, until: token.end))
  }
}
