package androidx.webkit;

/** The published signature: Debian does not ship the library. */
public abstract class JavaScriptReplyProxy {
  public abstract void postMessage(String message);
}
