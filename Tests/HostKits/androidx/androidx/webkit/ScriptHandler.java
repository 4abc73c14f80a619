package androidx.webkit;

/** A stand-in with the signature of the published class, for the compiler: Debian does not ship the library. */
public abstract class ScriptHandler {
  public abstract void remove();
}
