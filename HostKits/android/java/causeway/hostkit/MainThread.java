package causeway.hostkit;

/** The thread on which the bridges work: the one of the web view. {@link LooperThread} is Android's. */
public interface MainThread {
  /** Runs work on the thread, now or later. */
  void run(Runnable work);

  /** Runs work on the thread after some milliseconds. */
  void runAfter(Runnable work, long milliseconds);
}
