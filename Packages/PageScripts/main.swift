import BitcoinLink
import Causeway
import CausewayJSON
import GBGBridge
import OnsideKit
import TodayWebViewBridge

// Prints the page scripts of every protocol and the tables of the protocols, as one JSON object. `script/package-js`
// makes the modules of the JavaScript package from this object, so that the package's mocks run the scripts that pages
// get in an app.

/// A dialect that has page scripts and no messages, because a bridge writes only the page scripts of its dialects.
struct Scripts: Dialect {
  let pageScripts: [PageScript]

  var name: String { "scripts" }
  func decode(_ body: Body, within limits: Limits) -> Incoming { .malformed(Request(capability: ""), reason: "") }
  func encode(_ outcome: Outcome, of request: Request) -> Reply { .none }
}

@MainActor func text(_ scripts: PageScript...) -> JSONValue { text(scripts) }

@MainActor func text(_ scripts: [PageScript]) -> JSONValue {
  let bridge = Bridge()
  bridge.install(Scripts(pageScripts: scripts))
  return .string(
    bridge.documentScript(transport: PageScript(PackageResources.connect_js, function: "connectOfMock")))
}

let output: JSONValue = [
  "scripts": [
    "causeway": text(CausewayDialect([]).pageScripts),
    "today-ios": text(TodaySurface.ios.pageScripts),
    "today-macos": text(TodaySurface.macos.pageScripts),
    "today-android": text(TodaySurface.android(.port).pageScripts),
    "today-windows": text(TodaySurface.windows(.messages).pageScripts),
    "gbg-ios": text(GBGSurface.ios.pageScript),
    "gbg-android": text(GBGSurface.android.pageScript),
    "link-ios": text(LinkSurface.ios.pageScript),
    "link-android": text(LinkSurface.android.pageScript),
    "onside": text(OnsideContract.pageScript),
  ],
  "tables": ["today": TodaySurface.capabilityTable, "onside": OnsideContract.tables],
]
print(output.json)
