import SwiftUI

@main struct ExamplesApp: App {
  private let shop = Shop()

  var body: some Scene {
    WindowGroup {
      ExampleList(shop: shop)
    }
  }
}
