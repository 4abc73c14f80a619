import OnsideMerchant

/// Asks about orders that are due, until the task is cancelled.
func sweep(_ ledger: SQLiteLedger, client: MerchantClient, keys: JSONWebKeySetSource) async {
  let sweep = OrderSweep(
    ledger: ledger, bundleIDs: ["com.example.shop"], client: client, verifier: HistoryVerifier(keys: keys), rate: 2)
  await sweep.run()
}
