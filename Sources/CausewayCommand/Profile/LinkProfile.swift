import BitcoinLink
import Causeway

/// The profile's part for the Bitcoin.com Link wallet.
struct LinkProfile: Hashable {
  /// An error that the page gets.
  struct Failure: Hashable {
    let type: LinkErrorType
    /// The text for the page; nil for the simulated wallet's text.
    var description: String?
  }

  /// The answer to `getInfo`.
  struct Info: Hashable {
    var version = "1.0.0"
    /// The platform; nil for the platform of the command line.
    var platform: String?
    /// The protocols; nil for those that have an address in `addresses`.
    var protocols: [String]?
  }

  /// The wallet's address for each protocol. The defaults are examples from public documents; do not pay to them.
  var addresses = [
    "BCH": "bitcoincash:qp63uahgrxged4z5jswyt5dn5v3lzsem6cy4spdc2h",
    "SLP": "simpleledger:qp63uahgrxged4z5jswyt5dn5v3lzsem6cgwm6cc5f",
    "BTC": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
    "ETH": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  ]
  /// The answer to `getInfo`.
  var info = Info()
  /// The errors of the commands that fail although the user approved them.
  var fail: [LinkCommand: Failure] = [:]

  init() {}

  init(_ reader: inout ProfileReader) throws {
    addresses = try reader.stringMap("addresses") ?? addresses
    try reader.object("getInfo") { part in
      info.version = try part.string("version") ?? info.version
      info.platform = try part.string("platform")
      info.protocols = try part.strings("protocols")
    }
    try reader.object("fail") { part in
      for command in LinkCommand.allCases {
        try part.object(command.rawValue) { entry in
          let type = try entry.required(entry.choice("type", LinkErrorType.self), "type")
          fail[command] = Failure(type: type, description: try entry.string("description"))
        }
      }
    }
  }
}
