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

/// The whole requesting origin. A very long origin scrolls separately, and shows its end at first, because the end of a
/// host name shows its owner.
struct RequestingOriginView: View {
  let origin: String
  /// The height of the text, in points.
  @State private var height: CGFloat = 0

  /// The maximum height of the text's view, in points.
  private static let highest: CGFloat = 88

  var body: some View {
    VStack(alignment: .leading, spacing: 2) {
      Text(verbatim: ScreenText.requestingOrigin).font(.caption).foregroundColor(.secondary)
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

/// The title of a page with a text below.
struct ScreenHead: View {
  let title: String
  let caption: String

  var body: some View {
    Text(verbatim: title).font(.title2.bold())
    Text(verbatim: caption).font(.subheadline).foregroundColor(.secondary)
  }
}

/// A field with its name above and its error text below.
struct FieldColumn<Field: View>: View {
  let name: String
  var mistake: String?
  @ViewBuilder let field: Field

  var body: some View {
    VStack(alignment: .leading, spacing: 4) {
      Text(verbatim: name).font(.caption).foregroundColor(.secondary)
      field
      if let mistake { Text(verbatim: mistake).font(.caption).foregroundColor(.red) }
    }
  }
}

/// The text of a notice, with a symbol or a spinner.
struct NoticeView: View {
  let notice: ScreenNotice?

  var body: some View {
    switch notice {
    case .progress(let text):
      HStack(spacing: 10) {
        ProgressView()
        Text(verbatim: text)
      }
      .frame(maxWidth: .infinity, minHeight: 44)
    case .warning(let text): box(text, "exclamationmark.triangle.fill", .orange)
    case .error(let text): box(text, "exclamationmark.circle.fill", .red)
    case .success(let text):
      HStack(spacing: 10) {
        Image(systemName: "checkmark.circle.fill")
        Text(verbatim: text)
      }
      .font(.title2.bold())
      .foregroundColor(.green)
      .frame(minHeight: 44)
    case nil: EmptyView()
    }
  }

  private func box(_ text: String, _ symbol: String, _ color: Color) -> some View {
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

/// A button that is as wide as its screen.
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
