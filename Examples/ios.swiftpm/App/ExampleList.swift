import SwiftUI

/// The first screen, which lists the examples.
struct ExampleList: View {
  let shop: Shop

  var body: some View {
    NavigationStack {
      List {
        Section("Published protocols") {
          NavigationLink("Today WebView Bridge") { TodayScreen() }
          NavigationLink("GBGBridge: an identity check") { JourneyScreen() }
          NavigationLink("Bitcoin.com Link: a tea shop") { WalletScreen() }
          NavigationLink("Onside: a reading room") { ShopScreen(shop: shop) }
        }
        Section("The app's own bridge") {
          NavigationLink("A notebook") { NotebookScreen() }
        }
      }
      .navigationTitle("Causeway")
    }
  }
}
