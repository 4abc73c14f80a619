import CausewayJOSE
import CausewayJSON

/// Measures the time to read and verify a JWS, compared with the OpenSSL calls that only verify the signature.
@MainActor enum Signatures {
  static func run(_ size: Size, _ report: Report) throws {
    report.begin("Signatures: a JWS read and verified")
    for algorithm in [JWSAlgorithm.rs256, .es256] {
      let key = try SigningKey.generate(algorithm, keyID: "2026-11")
      for kilobytes in [1, 20] { try compare(size, report, key, kilobytes) }
    }
  }

  private static func compare(_ size: Size, _ report: Report, _ key: SigningKey, _ kilobytes: Int) throws {
    guard let publicKey = key.publicKey() else { throw BenchError.noFigure("a public key") }
    let verification = try VerificationKey(publicKey)
    let payload = history(bytes: kilobytes * 1000)
    let text = try key.sign(payload, type: "JWT")
    #if os(Linux)
    let bare = try BareVerification(text, signedBy: key)
    #endif
    var (bareTimes, preparedTimes, ourTimes) = (Samples(), Samples(), Samples())
    let clock = ContinuousClock()
    for round in 0...size.rounds * 100 {
      #if os(Linux)
      let bareTime = try clock.measure { try bare.verify() }
      let preparedTime = try clock.measure { try bare.verifyPrepared() }
      #endif
      let ourTime = try clock.measure {
        guard try JWS(parsing: text).verified(with: verification).count == payload.count else {
          throw BenchError.noFigure("a verified payload")
        }
      }
      guard round > 0 else { continue }  // warming up
      #if os(Linux)
      bareTimes.add(bareTime)
      preparedTimes.add(preparedTime)
      #endif
      ourTimes.add(ourTime)
    }
    let what = "\(key.algorithm.rawValue), \(kilobytes) kB"
    guard bareTimes.count > 0 else { return report.add("\(what), Causeway: median", ourTimes.median, "µs") }
    let baseline = (name: "the bare call", value: bareTimes.median)
    report.add("\(what), the bare call: median", bareTimes.median, "µs", over: baseline)
    report.add("\(what), the bare call with all prepared: median", preparedTimes.median, "µs", over: baseline)
    report.add("\(what), Causeway: median", ourTimes.median, "µs", over: baseline)
    report.add("\(what), the same", ourTimes.median, "µs", over: ("the prepared call", preparedTimes.median))
    let name = key.algorithm.rawValue.lowercased()
    report.ratio("\(name)Of\(kilobytes)KilobytesOverBareVerification", ourTimes.median / bareTimes.median)
    report.ratio("\(name)Of\(kilobytes)KilobytesOverPreparedVerification", ourTimes.median / preparedTimes.median)
    report.figure("\(name)Of\(kilobytes)KilobytesMicroseconds", ourTimes.median)
  }

  /// Returns a payload of about `bytes` bytes, like one that a store signs.
  private static func history(bytes: Int) -> [UInt8] {
    let purchase: JSONValue = [
      "order_id": "8c5f5a1e-6f0a-4b86-9d5c-0d3a1b2c3d4e", "original_order_id": "8c5f5a1e-6f0a-4b86-9d5c-0d3a1b2c3d4e",
      "product_id": "com.example.shop.premium", "product_type": "NON_CONSUMABLE", "quantity": 1, "price": 499,
      "currency": "EUR", "purchase_date": "2026-11-21T18:32:05Z", "original_purchase_date": "2026-11-21T18:32:05Z",
      "fetched_at": "2026-11-21T18:33:07Z", "transaction_reason": "PURCHASE", "bundle_id": "com.example.shop",
      "user_country": "DE",
    ]
    let count = max(1, bytes / purchase.jsonBytes.count)
    return JSONValue.object(["transactions": .array(Array(repeating: purchase, count: count))]).jsonBytes
  }
}
