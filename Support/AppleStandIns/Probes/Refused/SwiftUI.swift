import SwiftUI

// refused on oldest: is only available in
struct Counter: View {
  @State private var count = 0
  var body: some View {
    Text("\(count)").onChange(of: count) { _, new in count = new }
  }
}

// refused: @Published is only available on properties of classes
struct Model {
  @Published var count = 0
}
