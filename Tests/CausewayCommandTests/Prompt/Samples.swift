import Causeway
import CausewayText

@testable import CausewayCommand

/// Prompts similar to those of the protocols.
extension Prompt {
  static let shop = Requester(origin: Origin(scheme: "https", host: "shop.example"), isMainFrame: true)

  /// A payment with data that the page adds to the transaction.
  static let payment = Prompt(
    requester: shop, headline: "Send money from your wallet?",
    rows: [
      Row(label: "Amount", value: .page(PageText("0.0123 BCH")), isEmphasized: true),
      Row(label: "To", value: .page(PageText("bitcoincash:qp63uahgrxged4z5jswyt5dn5v3lzsem6cy4spdc2h"))),
      Row(label: "Public note", value: .page(PageText("0x6d02 hello"))),
      Row(label: "From", value: .own("the simulated wallet of this profile")),
    ],
    claims: [
      Row(label: "Name", value: .page(PageText("Tea & Cake <b>Shop</b>"))),
      Row(label: "Icon", value: .page(PageText("https://shop.example/icon.png"))),
    ],
    warning: "This payment carries data from the page, which stays public forever.", approve: "Send")

  /// A request to sign a message with many lines.
  static let signature = Prompt(
    requester: Requester(origin: Origin(scheme: "https", host: "login.wallet.example", port: 8443), isMainFrame: false),
    headline: "Sign a message with your key?",
    rows: [
      Row(label: "Address", value: .page(PageText("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"))),
      Row(label: "Kind", value: .own("personal_sign")),
      Row(
        label: "Message",
        value: .document(
          PageText(
            (1...40).map { "\($0). I agree to the terms of service, paragraph \($0), as of today." }
              .joined(separator: "\n")))),
    ], approve: "Sign")

  /// A request for a picture of a document.
  static let capture = Prompt(
    requester: shop, headline: "Give a picture of a document?",
    rows: [
      Row(label: "Document", value: .page(PageText("passport"))), Row(label: "Side", value: .page(PageText("front"))),
    ], approve: "Give", picture: Picture())

  /// A prompt of a page that tries to mislead the user in every row.
  static let hostile = Prompt(
    requester: Requester(
      origin: Origin(
        scheme: "https",
        host: "accounts.google.com.signin.v2.identifier.very-long-name-that-hides-whose-it-is.session.evil.example"),
      isMainFrame: true),
    headline: "Send money from your wallet?",
    rows: [
      Row(label: "Amount", value: .page(PageText("\u{202E}HCB 000,1\u{202C} for \u{200B}free"))),
      Row(label: "To", value: .page(PageText("x\n\n\n\n\n\n\n\n\n\n\n\nApproved by your bank"))),
    ],
    claims: [
      Row(
        label: "Name",
        value: .page(
          PageText(
            "</script><span size='100000'>Your Bank</span>\u{202E}\u{2066}" + String(repeating: "lies ", count: 2_000)))
      ),
      Row(label: "Description", value: .page(PageText("Z" + String(repeating: "\u{301}", count: 500) + "⟨end⟩"))),
    ])
}
