package causeway.hostkit;

/** Takes the outcome of work that may end later, on any thread. The first outcome counts; later ones are ignored. */
public interface Result<T> {
  /** The work is done. */
  void succeed(T value);

  /** The work failed. The page may read the error's text, so the text is one sentence without secrets. */
  void fail(PageError error);
}
