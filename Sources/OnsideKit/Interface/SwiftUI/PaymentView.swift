#if canImport(SwiftUI) && (canImport(UIKit) || canImport(AppKit))
import OnsideCore
import SwiftUI

/// The view of a payment sheet.
struct PaymentView: View {
  @ObservedObject var model: PaymentModel

  var body: some View {
    if let methods = model.methods {
      PaymentMethodsView(model: methods, requestingOrigin: nil, leaveTitle: "Done")
    } else {
      sheet
    }
  }

  private var sheet: some View {
    let words = PaymentText(model.sheet)
    return ScreenPage {
      Text(verbatim: words.title).font(.title2.bold())
      if let description = words.description {
        Text(verbatim: description).font(.subheadline).foregroundColor(.secondary)
      }
      offers(words)
      if let payer = words.payer { detail("Account", payer) }
      if let method = model.choice.text {
        HStack {
          detail("Pay with", method)
          Button(model.choice.changeTitle) { model.changeMethod() }.buttonStyle(.bordered).disabled(
            model.state != .asking)
        }
      }
      detail("Store", words.country)
      if let renewal = words.renewal { detail("Renews", renewal) }
    } foot: {
      // The foot does not scroll, so that the price and the requesting origin are always visible.
      price(words)
      if let requestingOrigin = words.requestingOrigin { RequestingOriginView(origin: requestingOrigin) }
      if let note = words.note { NoticeView.warning(note) }
      if let problem = words.problem { NoticeView.error(problem) }
      foot(words)
    }
    .onSight { model.didAppear() }
  }

  private func price(_ words: PaymentText) -> some View {
    HStack(alignment: .firstTextBaseline, spacing: 8) {
      Text(verbatim: words.price).font(.largeTitle.bold()).fixedSize(horizontal: false, vertical: true)
      if let period = words.period { Text(verbatim: period).foregroundColor(.secondary) }
      Spacer(minLength: 0)
    }
  }

  @ViewBuilder private func offers(_ words: PaymentText) -> some View {
    if let introduction = words.introduction { offer("For new subscribers", introduction) }
    if let discount = words.discount { offer("For current and returning subscribers", discount) }
  }

  private func offer(_ whom: String, _ text: String) -> some View {
    VStack(alignment: .leading, spacing: 2) {
      Text(verbatim: whom).font(.caption).foregroundColor(.secondary)
      Text(verbatim: text).font(.headline)
    }
    .padding(12)
    .frame(maxWidth: .infinity, alignment: .leading)
    .background(Color.primary.opacity(0.06))
    .cornerRadius(12)
  }

  private func detail(_ name: String, _ value: String) -> some View {
    HStack {
      Text(verbatim: name).foregroundColor(.secondary)
      Spacer()
      Text(verbatim: value).multilineTextAlignment(.trailing)
    }
    .font(.subheadline)
  }

  @ViewBuilder private func foot(_ words: PaymentText) -> some View {
    switch model.state {
    case .asking:
      WideButton(title: words.approve, isProminent: true) { model.approve() }.disabled(
        !model.canApprove || !model.choice.canPay)
      Button("Cancel", role: .cancel) { model.leave() }.keyboardShortcut(.cancelAction)
    case .paying, .left: ProgressRow(text: "Paying …")
    case .delayed:
      NoticeView.warning(
        "The store could not be reached. Onside asks again until it knows whether you have paid. You can close this."
      )
      close
    case .paid:
      Label("Paid", systemImage: "checkmark.circle.fill").font(.title2.bold()).foregroundColor(.green)
        .frame(minHeight: 44)
    case .refused(let reason):
      NoticeView.error(reason)
      close
    }
  }

  private var close: some View {
    WideButton(title: "Close") { model.leave() }.keyboardShortcut(.cancelAction)
  }
}
#endif
