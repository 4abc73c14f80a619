/// The connection to one document. A host creates one channel for each document that its web view, browser or test
/// shows.
///
/// A channel carries packets of the page runtime without reading them, and reports the frame at the other end. It
/// passes packets from the page to ``Conversation/receive(_:)``, and receives packets for the page in ``send(_:)``.
@MainActor public protocol Channel: AnyObject {
  /// The frame at the other end, as the host determined it.
  var frame: Frame { get }

  /// Whether a packet can be sent now. While it is false, the conversation collects its messages. When it becomes true
  /// again, the channel calls ``Conversation/channelIsReady()``.
  var isReady: Bool { get }

  /// Sends one packet to the page runtime of this document, or drops the packet if the document is gone.
  ///
  /// The page reads packets in the order of the calls, even if they arrive in another order, because packets are
  /// numbered.
  func send(_ packet: String)

  /// Removes and returns the bytes that the page handed over and that the channel stored under this name; nil if there
  /// are none. The default implementation returns nil.
  func takeBytes(named name: String) -> Bytes?

  /// Stores bytes until the page fetches them, and returns the name under which the page can fetch them. The name has
  /// no spaces or line breaks. Returns nil if the channel cannot carry bytes or too many bytes wait already. The
  /// default implementation returns nil.
  func offer(_ bytes: Bytes) -> String?

  /// Whether bytes of ``offer(_:)`` wait until the page fetches them. If the channel refuses the bytes of a stream
  /// while this is true, the stream waits until the channel calls ``Conversation/pageDidCollectBytes()``. Otherwise the
  /// stream ends with ``Failure/bytesNotCarried``, because the channel will never have more room. The default
  /// implementation returns false.
  var hasOfferedBytes: Bool { get }

  /// Tells the channel that a request of the page or a call of the app was admitted while no other was open. A channel
  /// that receives no notification when its document ends must now start to check whether the document still exists.
  /// The default implementation does nothing.
  func conversationDidBeginToWait()

  /// Tells the channel that the conversation has ended. If the page is still there, the channel should tell the page
  /// that no more answers will come.
  func conversationDidClose()
}

extension Channel {
  /// Returns nil: the channel carries no bytes.
  public func takeBytes(named name: String) -> Bytes? { nil }

  /// Returns nil: the channel carries no bytes.
  public func offer(_ bytes: Bytes) -> String? { nil }

  /// Returns false: the channel carries no bytes.
  public var hasOfferedBytes: Bool { false }

  /// Does nothing: the channel receives a notification when its document ends.
  public func conversationDidBeginToWait() {}
}
