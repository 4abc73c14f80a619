import OnsideCore

/// The page with the login codes, which a real store would send.
struct InboxPage {
  var messages: [InboxMessage]

  var lead: Markup {
    "The store sends no messages. Login codes appear here until they are used or expire. Reload the page to see new ones."
  }

  var content: Markup {
    if messages.isEmpty { return "<p class=\"empty\">There are no unused codes.</p>" }
    return "<ul class=\"accounts\">\(messages.map(row))</ul>"
  }

  private func row(_ message: InboxMessage) -> Markup {
    """
    <li class="card account">
    <div><h3>\(PageStrings.address(message.address))</h3><p class="id">Sent \(PageStrings.dateAndTime(message.sent)) · expires in \(PageStrings.time(message.expiresIn))</p></div>
    <p class="code"><code>\(message.code)</code></p>
    </li>

    """
  }
}
