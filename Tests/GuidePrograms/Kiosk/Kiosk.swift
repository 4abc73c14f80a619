import OnsideKit
import OnsideTesting  // ScriptedInterface
import WebKit

let page = """
  <script>
  onside.onTransactionsUpdated = async (transactions) => {
    for (const { id, transactionState, payment } of transactions) {
      if (transactionState === "purchasing") continue;
      // Unlock the purchase here. Then:
      await onside.finishTransaction(id);
      document.title = transactionState + " " + payment.product.productIdentifier;
    }
  };
  (async () => {
    await onside.initializeOnside("v1");
    await onside.loadProducts({ productIdentifiers: ["coins.100"] });
    await onside.purchase({ productIdentifier: "coins.100" });
  })();
  </script>
  """

@main struct Kiosk {
  @MainActor static func main() throws {
    try Onside.initialize(
      OnsideConfiguration(
        catalog: URL(fileURLWithPath: "Shop.storekit"),
        stateFolder: URL(fileURLWithPath: "kiosk-state", isDirectory: true),
        interface: ScriptedInterface()))  // Without this line, the SDK asks the user in its windows.
    let webView = WKWebView(frame: .zero, configuration: WKWebViewConfiguration())
    OnsideJS.configureOnsideForWebView(webView, allowedOrigins: ["https://kiosk.example"])
    webView.loadHTMLString(page, baseURL: URL(string: "https://kiosk.example/"))
    Task {
      while webView.title?.isEmpty != false { try await Task.sleep(for: .milliseconds(50)) }
      print(webView.title ?? "")
      exit(0)
    }
    RunLoop.main.run()
  }
}
