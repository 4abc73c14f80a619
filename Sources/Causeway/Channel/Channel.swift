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

  /// The conversation ended; a page that is still there should learn that nothing more will be answered.
  func conversationDidClose()
}
