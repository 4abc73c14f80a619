package causeway.hostkit;

/** The frame that sent a message, as the web view reports it. No part of it is the page's word. */
public final class Frame {
  /** The frame's origin, such as {@code https://news.example}; null if it is opaque or not known. */
  public final String origin;
  /** Whether it is the top-level document. */
  public final boolean isMainFrame;
  /** The origin of the document that is the top-level one when the message arrives; null if it is opaque or not known. */
  public final String mainOrigin;

  public Frame(String origin, boolean isMainFrame, String mainOrigin) {
    this.origin = Origin.of(origin);
    this.isMainFrame = isMainFrame;
    this.mainOrigin = isMainFrame ? this.origin : Origin.of(mainOrigin);
  }
}
