/// The way to one document and back: a host makes one for each document that its web view, browser or test shows.
///
/// A channel carries packets of the page runtime (texts that mean nothing to it) and says which frame is at the other
/// end. It knows no protocol. What comes from the page goes to ``Conversation/receive(_:)``; what goes to the page arrives here.
@MainActor public protocol Channel: AnyObject {
  /// The frame at the other end, as the host itself determined it.
  var frame: Frame { get }

  /// Whether a packet can leave now. While it cannot, the conversation gathers what it has to say; the channel calls
  /// ``Conversation/channelIsReady()`` when it can again.
  var isReady: Bool { get }

  /// Carries one packet to the page runtime of this very document, or drops it if the document is gone.
  ///
  /// Packets are numbered: the page takes them in the order of the calls, whatever the order of arrival.
  func send(_ packet: String)

  /// Takes the bytes that a page has handed over under a name of the channel's own; nil if there are none. They are
  /// given once. Left out: there are never any.
  func takeBytes(named name: String) -> Bytes?

  /// Keeps bytes until the page fetches them, and gives the name under which it can: without spaces and line breaks. Nil
  /// if the channel does not carry them, because it cannot or because too much waits already. Left out: it cannot.
  func offer(_ bytes: Bytes) -> String?

  /// Something is open again, a request of the page or a call of the app, after nothing was. A channel that cannot know by
  /// itself when its document ends begins to look. Left out: it knows.
  func conversationDidBeginToWait()

  /// The conversation ended; a page that is still there should learn that nothing more will be answered.
  func conversationDidClose()
}

extension Channel {
  /// A channel without bytes.
  public func takeBytes(named name: String) -> Bytes? { nil }

  /// A channel without bytes.
  public func offer(_ bytes: Bytes) -> String? { nil }

  /// A channel that knows when its document ends.
  public func conversationDidBeginToWait() {}
}
