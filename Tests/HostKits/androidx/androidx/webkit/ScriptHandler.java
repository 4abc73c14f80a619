package androidx.webkit;

/** The published signature: Debian does not ship the library. */
public abstract class ScriptHandler {
  public abstract void remove();
}
