import CausewayContract
import CausewayTool
import OnsideMerchantCommand
import OnsideTesting

extension Tool {
  /// The program `causeway`.
  static let causeway = Tool(
    name: "causeway", summary: "Runs web pages in WebKit with the bridges of their app.",
    discussion: """
      Opens web pages in a real WebKit, with the bridges that the pages expect from their app. Serves a store and a
      publisher's backend for the development of such apps.
      """,
    commands: [
      Entry(specification: OpenCommand.specification, make: OpenCommand.init),
      Entry(specification: ConformanceCommand.specification, make: ConformanceCommand.init),
      Entry(specification: HostKitCommand.specification, make: HostKitCommand.init),
      Entry(specification: ContractTypesCommand.specification, make: ContractTypesCommand.init),
      Entry(specification: ContractCheckCommand.specification, make: ContractCheckCommand.init),
      Entry(specification: ContractDiffCommand.specification, make: ContractDiffCommand.init),
    ] + MerchantCommands.entries(of: .causeway) + servers + [
      Entry(specification: ReplayCommand.specification, make: ReplayCommand.init)
    ])

  #if os(Linux)
  private static let servers = [
    Entry(specification: DriverCommand.specification, make: DriverCommand.init),
    Entry(specification: ServeCommand.specification, make: ServeCommand.init),
    Entry(specification: ShopCommand.specification, make: ShopCommand.init),
    Entry(specification: StoreServeCommand.specification, make: StoreServeCommand.init),
  ]
  #else
  private static let servers: [Entry] = []
  #endif
}

extension ProfileError: ExplainedError {
  package var lines: [String] { ["\(self)"] }
  package var isUsage: Bool { true }
}

extension CatalogError: ExplainedError {
  package var lines: [String] { mistakes.map { CatalogError(file: file, mistakes: [$0]).description } }
  package var isUsage: Bool { true }
}

extension ContractFileError: ExplainedError {
  package var lines: [String] { ["\(self)", Self.advice] }
  package var isUsage: Bool { false }
}
