package causeway.hostkit;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** One thread, in the place of Android's main thread. */
final class SerialThread implements MainThread {
  private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor(work -> {
    Thread thread = new Thread(work, "main of a tab");
    thread.setDaemon(true);
    return thread;
  });

  @Override public void run(Runnable work) {
    executor.execute(guarded(work));
  }

  @Override public void runAfter(Runnable work, long milliseconds) {
    executor.schedule(guarded(work), milliseconds, TimeUnit.MILLISECONDS);
  }

  /** Done once everything that was given to the thread before has run. */
  CompletableFuture<Void> passed() {
    return CompletableFuture.runAsync(() -> {}, executor);
  }

  /** An error on this thread would end an Android app: it ends the tests. */
  private static Runnable guarded(Runnable work) {
    return () -> {
      try {
        work.run();
      } catch (Throwable fault) {
        fault.printStackTrace();
        System.exit(3);
      }
    };
  }
}
