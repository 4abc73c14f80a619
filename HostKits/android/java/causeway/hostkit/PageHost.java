package causeway.hostkit;

/** What takes the messages of one page half: {@link TodayBridge} or {@link LinkBridge}. */
public interface PageHost {
  /**
   * Takes a message. Called on the main thread only.
   *
   * @param text the message, hostile until it is checked
   * @param frame the frame that sent it, as the web view reports it
   * @param reply the way back to that document alone
   */
  void receive(String text, Frame frame, Reply reply);

  /** Carries an answer to the document that sent a message. An answer to a document that is gone is dropped. */
  interface Reply {
    /** Sends a text. Called on the main thread only. */
    void send(String text);
  }
}
