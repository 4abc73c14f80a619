import OnsideMerchant
import Testing

func told(_ confirmation: Confirmation) { confirmation() }

let policy = OrderConfirmation.never

@Test func confirms() async {
  await confirmation { told($0) }
  #expect([policy].count == 1)
}
