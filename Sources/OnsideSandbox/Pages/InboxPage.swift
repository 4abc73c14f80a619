import OnsideCore

/// The page with the login codes, which a real store would send.
struct InboxPage {
  var messages: [InboxMessage]

  var lead: Markup {
    "The store sends nothing: codes of logins arrive here, until they are used or their time is over. Load the page again for new ones."
  }

  var content: Markup {
    if messages.isEmpty { return "<p class=\"empty\">No code waits to be used.</p>" }
    return "<ul class=\"accounts\">\(messages.map(row))</ul>"
  }

  private func row(_ message: InboxMessage) -> Markup {
    """
    <li class="card account">
    <div><h3>\(PageStrings.address(message.address))</h3><p class="id">Sent \(PageStrings.dateAndTime(message.sent)) · good for \(PageStrings.time(message.expiresIn)) more</p></div>
    <p class="code"><code>\(message.code)</code></p>
    </li>

    """
  }
}
