package causeway.hostkit;

/** Takes the outcome of work that may end later, on any thread. The first outcome counts; later ones are ignored. */
public interface Result<T> {
  /** Reports success, with the value. */
  void succeed(T value);

  /** Reports a failure. The page may read the error's text, so the text must be one sentence without secrets. */
  void fail(PageError error);
}
