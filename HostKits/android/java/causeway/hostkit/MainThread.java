package causeway.hostkit;

/** The thread of the web view, on which the bridges work. {@link LooperThread} implements it for Android. */
public interface MainThread {
  /** Runs work on the thread, either before this method returns or later. */
  void run(Runnable work);

  /** Runs work on the thread after a delay in milliseconds. */
  void runAfter(Runnable work, long milliseconds);
}
