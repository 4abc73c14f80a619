#if canImport(SwiftUI) && (canImport(UIKit) || canImport(AppKit))
import OnsideCore
import SwiftUI

/// The sheet that shows a product, its price and the payment method, and that asks the user to approve the payment.
struct PaymentView: View {
  private let model: PaymentModel
  @StateObject private var screen: ScreenObserver<PaymentState>

  init(_ model: PaymentModel) {
    self.model = model
    _screen = StateObject(wrappedValue: ScreenObserver(model))
  }

  private var state: PaymentState { screen.state }

  var body: some View {
    if state.isChoosing, let methods = model.methods {
      PaymentMethodsView(methods)
    } else {
      sheet
    }
  }

  private var sheet: some View {
    ScreenPage {
      Text(verbatim: state.text.title).font(.title2.bold())
      if let description = state.text.description {
        Text(verbatim: description).font(.subheadline).foregroundColor(.secondary)
      }
      ForEach(state.offers, id: \.self) { offer in self.offer(offer) }
      if let payer = state.payer { detail(payer) }
      if let method = state.choice.text {
        HStack {
          detail(PaymentState.Detail(name: PaymentState.payWith, value: method))
          Button(state.choice.change) { model.changeMethod() }.buttonStyle(.bordered).disabled(!state.canChange)
        }
      }
      ForEach(state.terms, id: \.self) { term in detail(term) }
    } foot: {
      // The foot does not scroll, so that the price and the requesting origin are always visible.
      price
      if let origin = state.text.requestingOrigin { RequestingOriginView(origin: origin) }
      ForEach(state.reasons, id: \.self) { reason in NoticeView(notice: reason) }
      foot
    }
    .onSight { model.didAppear() }
  }

  private var price: some View {
    HStack(alignment: .firstTextBaseline, spacing: 8) {
      Text(verbatim: state.text.price).font(.largeTitle.bold()).fixedSize(horizontal: false, vertical: true)
      if let period = state.text.period { Text(verbatim: period).foregroundColor(.secondary) }
      Spacer(minLength: 0)
    }
  }

  private func offer(_ offer: PaymentState.Detail) -> some View {
    VStack(alignment: .leading, spacing: 2) {
      Text(verbatim: offer.name).font(.caption).foregroundColor(.secondary)
      Text(verbatim: offer.value).font(.headline)
    }
    .padding(12)
    .frame(maxWidth: .infinity, alignment: .leading)
    .background(Color.primary.opacity(0.06))
    .cornerRadius(12)
  }

  private func detail(_ detail: PaymentState.Detail) -> some View {
    HStack {
      Text(verbatim: detail.name).foregroundColor(.secondary)
      Spacer()
      Text(verbatim: detail.value).multilineTextAlignment(.trailing)
    }
    .font(.subheadline)
  }

  @ViewBuilder private var foot: some View {
    if let notice = state.notice {
      NoticeView(notice: notice)
      if let leave = state.leave {
        WideButton(title: leave) { model.leave() }.keyboardShortcut(.cancelAction)
      }
    } else {
      WideButton(title: state.text.approve, isProminent: true) { model.approve() }.disabled(!state.canApprove)
      if let leave = state.leave {
        Button(leave, role: .cancel) { model.leave() }.keyboardShortcut(.cancelAction)
      }
    }
  }
}
#endif
