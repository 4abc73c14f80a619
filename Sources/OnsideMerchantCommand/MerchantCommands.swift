import CausewayTool

/// The commands of a publisher's backend.
@MainActor package enum MerchantCommands {
  /// A program that has the commands.
  package enum Program {
    /// The program `causeway`, whose commands begin with the word `merchant`.
    case causeway
    /// The program `causeway-merchant`.
    case merchant
  }

  /// Returns the commands with their names in a program.
  package static func entries(of program: Program) -> [Tool.Entry] {
    switch program {
    case .causeway: return commands
    case .merchant:
      return commands.map { entry in
        Tool.Entry(
          specification: entry.specification.moved(fromGroup: "merchant", to: "causeway-merchant"), make: entry.make)
      } + ledger
    }
  }

  private static var commands: [Tool.Entry] {
    [
      Tool.Entry(specification: MerchantTokenCommand.specification, make: MerchantTokenCommand.init),
      Tool.Entry(specification: MerchantVerifyCommand.specification, make: MerchantVerifyCommand.init),
      Tool.Entry(specification: MerchantHistoryCommand.specification, make: MerchantHistoryCommand.init),
      Tool.Entry(specification: MerchantReportCommand.specification, make: MerchantReportCommand.init(_:)),
    ] + servers
  }

  #if os(Linux)
  private static let servers = [
    Tool.Entry(specification: MerchantServeCommand.specification, make: MerchantServeCommand.init),
    Tool.Entry(specification: CheckConfigurationCommand.specification, make: CheckConfigurationCommand.init),
  ]

  /// The commands for the ledger, which only `causeway-merchant` has.
  private static let ledger = [
    Tool.Entry(specification: SweepCommand.specification, make: SweepCommand.init),
    Tool.Entry(specification: LedgerListCommand.specification, make: LedgerListCommand.init),
    Tool.Entry(specification: LedgerShowCommand.specification, make: LedgerShowCommand.init),
    Tool.Entry(specification: LedgerEvidenceCommand.specification, make: LedgerEvidenceCommand.init),
    Tool.Entry(specification: LedgerExportCommand.specification, make: LedgerExportCommand.init),
    Tool.Entry(specification: LedgerBackupCommand.specification, make: LedgerBackupCommand.init),
    Tool.Entry(specification: LedgerPruneCommand.specification, make: LedgerPruneCommand.init),
    Tool.Entry(specification: LedgerEventsCommand.specification, make: LedgerEventsCommand.init),
    Tool.Entry(specification: LedgerCheckCommand.specification, make: LedgerCheckCommand.init),
  ]
  #else
  private static let servers: [Tool.Entry] = []
  private static let ledger: [Tool.Entry] = []
  #endif
}

extension Tool {
  /// The program `causeway-merchant`.
  package static let merchant = Tool(
    name: "causeway-merchant", summary: "Runs a publisher's backend, which verifies purchases and records them.",
    discussion: """
      Serves a publisher's backend: it checks the signed histories of apps, asks the store's Merchant API about the
      orders, and grants each order once. The program causeway has these commands too, as causeway merchant COMMAND,
      except sweep and those for the ledger.
      """,
    commands: MerchantCommands.entries(of: .merchant))
}
