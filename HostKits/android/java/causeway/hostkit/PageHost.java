package causeway.hostkit;

/** The receiver of the messages of one page script: {@link TodayBridge} or {@link LinkBridge}. */
public interface PageHost {
  /**
   * Takes a message. Called on the main thread only.
   *
   * @param text the message, which is not checked yet and can be hostile
   * @param frame the frame that sent it, as the web view reports it
   * @param reply sends answers to the document that sent the message, and to no other
   */
  void receive(String text, Frame frame, Reply reply);

  /** Sends answers to the document that sent a message. Answers to a document that no longer exists are dropped. */
  interface Reply {
    /** Sends a text. Called on the main thread only. */
    void send(String text);
  }
}
