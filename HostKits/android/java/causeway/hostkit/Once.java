package causeway.hostkit;

/**
 * Passes on only the first outcome, on the main thread. Otherwise an app that answers twice would settle a page's
 * promise twice. With a timeout, this object also ends the wait for an app that never answers.
 */
final class Once<T> implements Result<T> {
  private final MainThread main;
  private Result<T> target;

  Once(MainThread main, Result<T> target) {
    this.main = main;
    this.target = target;
  }

  /** Fails after a number of milliseconds, unless there is an outcome before that. */
  Once<T> withTimeout(long milliseconds, final PageError error) {
    main.runAfter(new Runnable() {
      @Override public void run() {
        fail(error);
      }
    }, milliseconds);
    return this;
  }

  /** Returns whether there is an outcome. */
  synchronized boolean isOver() {
    return target == null;
  }

  private synchronized Result<T> take() {
    Result<T> taken = target;
    target = null;
    return taken;
  }

  @Override public void succeed(final T value) {
    final Result<T> taken = take();
    if (taken == null) return;
    main.run(new Runnable() {
      @Override public void run() {
        taken.succeed(value);
      }
    });
  }

  @Override public void fail(final PageError error) {
    final Result<T> taken = take();
    if (taken == null) return;
    main.run(new Runnable() {
      @Override public void run() {
        taken.fail(error);
      }
    });
  }
}
