package androidx.webkit;

/** The published signature: Debian does not ship the library. */
public class WebMessageCompat {
  public String getData() {
    throw new UnsupportedOperationException();
  }
}
