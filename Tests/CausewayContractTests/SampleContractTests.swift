import CausewayContract
import Testing

/// The reader accepts and refuses the same contracts as the published schema, which `script/check-contracts` compares with
/// the same files. The reader also refuses mistakes that a JSON Schema cannot detect.
@Suite("The sample contracts") struct SampleContractTests {
  @Test(arguments: try SampleContracts.names(in: "")) func aValidContractIsReadWithoutLoss(name: String) throws {
    let contract = try Contract(parsing: SampleContracts.text(name))
    #expect(try Contract(json: contract.json).json == contract.json)
  }

  @Test(arguments: try SampleContracts.names(in: "invalid") + SampleContracts.names(in: "inconsistent"))
  func aContractWithAMistakeIsRefused(name: String) {
    #expect(throws: ContractError.self) { try Contract(parsing: SampleContracts.text(name)) }
  }
}
