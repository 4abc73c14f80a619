package causeway.hostkit;

/** The frame that sent a message, as the web view reports it. No value comes from the page itself. */
public final class Frame {
  /** The frame's origin, such as {@code https://news.example}; null if it is opaque or not known. */
  public final String origin;
  /** Whether the frame is the main frame. */
  public final boolean isMainFrame;
  /** The main frame's origin at the time when the message arrives; null if it is opaque or not known. */
  public final String mainOrigin;

  public Frame(String origin, boolean isMainFrame, String mainOrigin) {
    this.origin = Origin.of(origin);
    this.isMainFrame = isMainFrame;
    this.mainOrigin = isMainFrame ? this.origin : Origin.of(mainOrigin);
  }
}
