#if canImport(SwiftUI) && (canImport(UIKit) || canImport(AppKit))
import OnsideCore
import SwiftUI

/// The page that fills a screen. Its content scrolls if necessary.
struct ScreenPage<Content: View, Foot: View>: View {
  @ViewBuilder let content: Content
  @ViewBuilder let foot: Foot

  var body: some View {
    VStack(spacing: 16) {
      ScrollView {
        VStack(alignment: .leading, spacing: 16) { content }
          .frame(maxWidth: .infinity, alignment: .leading)
      }
      foot
    }
    .padding(24)
    .frame(minWidth: 320, idealWidth: 420, minHeight: 420)
  }
}

/// The whole requesting origin. A very long one scrolls by itself, and shows its end at first, because the end of a
/// host says who owns it.
struct RequestingOriginView: View {
  let origin: String
  /// The height of the text, in points.
  @State private var height: CGFloat = 0

  /// The maximum height of the text's view, in points.
  private static let highest: CGFloat = 88

  var body: some View {
    VStack(alignment: .leading, spacing: 2) {
      Text("Requested by").font(.caption).foregroundColor(.secondary)
      ScrollViewReader { reader in
        ScrollView {
          name.id(origin)
        }
        .frame(height: min(height, Self.highest))
        .whenChanged(height) { reader.scrollTo(origin, anchor: .bottom) }
      }
    }
    .padding(12)
    .frame(maxWidth: .infinity, alignment: .leading)
    .background(Color.accentColor.opacity(0.1))
    .cornerRadius(12)
  }

  private var name: some View {
    Text(verbatim: origin).font(.headline).fixedSize(horizontal: false, vertical: true)
      .frame(maxWidth: .infinity, alignment: .leading)
      .background(
        GeometryReader { geometry in
          Color.clear
            .onAppear { height = geometry.size.height }
            .whenChanged(geometry.size.height) { height = geometry.size.height }
        })
  }
}

/// A box with a text and a symbol.
struct NoticeView: View {
  let text: String
  let symbol: String
  let color: Color

  static func error(_ text: String) -> NoticeView {
    NoticeView(text: text, symbol: "exclamationmark.circle.fill", color: .red)
  }

  static func warning(_ text: String) -> NoticeView {
    NoticeView(text: text, symbol: "exclamationmark.triangle.fill", color: .orange)
  }

  var body: some View {
    HStack(alignment: .top, spacing: 10) {
      Image(systemName: symbol).foregroundColor(color)
      Text(verbatim: text).fixedSize(horizontal: false, vertical: true)
      Spacer(minLength: 0)
    }
    .padding(12)
    .background(color.opacity(0.12))
    .cornerRadius(12)
  }
}

/// The row that is shown during an operation.
struct ProgressRow: View {
  let text: String

  var body: some View {
    HStack(spacing: 10) {
      ProgressView()
      Text(verbatim: text)
    }
    .frame(maxWidth: .infinity, minHeight: 44)
  }
}

/// A button as wide as its screen.
struct WideButton: View {
  let title: String
  var isProminent = false
  let action: @MainActor () -> Void

  var body: some View {
    if isProminent {
      Button(action: action) { label }.buttonStyle(.borderedProminent).controlSize(.large)
    } else {
      Button(action: action) { label }.buttonStyle(.bordered).controlSize(.large)
    }
  }

  private var label: some View { Text(verbatim: title).frame(maxWidth: .infinity) }
}
#endif
