#if os(Linux)
import CWebKitGTK
import CausewayGTK
import OnsideCore

/// The parts of a payment sheet.
@MainActor enum PaymentParts {
  /// Makes the product's title and description. Only this part scrolls, because the store's description can have any
  /// length.
  static func product(_ words: PaymentText) -> Widget {
    let column = Widgets.column(spacing: 6)
    column.append(Widgets.label(words.title).styled("onside-title"))
    if let description = words.description { column.append(Widgets.label(description).styled("onside-caption")) }
    let (width, highest) = (ScreenStyle.width - 64, 150)
    let scroll = Widgets.scroll(column, width: width, upTo: highest)
    // If the text is long, it can have the focus, so that the keyboard scrolls it. Otherwise Tab skips it and goes to
    // the buttons.
    var height: gint = 0
    gtk_widget_measure(column, GTK_ORIENTATION_VERTICAL, gint(width), nil, &height, nil, nil)
    gtk_widget_set_can_focus(scroll, height > gint(highest) ? 1 : 0)
    return scroll
  }

  /// Makes the price, its period and the offers.
  static func price(_ words: PaymentText) -> Widget {
    let card = Widgets.column(spacing: 10).styled("onside-card")
    let line = Widgets.column()
    line.append(Widgets.label(words.price).styled("onside-price"))
    if let period = words.period { line.append(Widgets.label(period).styled("onside-period")) }
    card.append(line)
    if let introduction = words.introduction {
      card.append(offer("For new subscribers", introduction))
    }
    if let discount = words.discount {
      card.append(offer("For current and returning subscribers", discount))
    }
    return card
  }

  /// Makes the lines for the account, the payment method, the store's country and the renewal.
  static func details(_ words: PaymentText, _ payWith: PayWithLine?) -> Widget {
    let column = Widgets.column(spacing: 4)
    if let payer = words.payer { column.append(detail("Account", payer)) }
    if let payWith { column.append(payWith.widget) }
    column.append(detail("Store", words.country))
    if let renewal = words.renewal { column.append(detail("Renews", renewal)) }
    return column
  }

  private static func offer(_ whom: String, _ text: String) -> Widget {
    let box = Widgets.column(spacing: 1).styled("onside-offer")
    box.append(Widgets.label(whom).styled("onside-caption"), Widgets.label(text).styled("onside-emphasized"))
    return box
  }

  static func detail(_ name: String, _ value: String) -> Widget {
    let row = Widgets.row(spacing: 16)
    let label = Widgets.label(name).styled("onside-caption")
    gtk_widget_set_hexpand(label, 0)
    gtk_label_set_wrap(label.opaque, 0)
    let text = Widgets.label(value)
    gtk_label_set_xalign(text.opaque, 1)
    row.append(label, text)
    return row
  }
}
#endif
