#if os(Linux)
import Foundation
import OnsideMerchant
import Testing

@testable import OnsideMerchantCommand

/// The metric for the alert "the sweep pauses".
@Suite("Metric of the sweep") struct SweepMetricTests {
  @Test(
    "After a pause, the sweep counts as running when it works again, with or without orders that are due",
    arguments: [
      OrderSweep.Step.checked(order: UUID(), decisions: []), .took(lag: nil),
    ])
  func running(_ step: OrderSweep.Step) {
    let metrics = MerchantMetrics(clients: [])
    metrics.prepare(sweep: true, events: false, notifications: false)
    metrics.swept(.paused(.store(.merchant(.cancelled)), .seconds(1)))
    // Orders are due, so only a check can show that the outage is over.
    metrics.swept(.took(lag: .seconds(1)))
    #expect(metrics.text.contains("causeway_merchant_sweep_running 0\n"))
    metrics.swept(step)
    #expect(metrics.text.contains("causeway_merchant_sweep_running 1\n"))
  }
}
#endif
