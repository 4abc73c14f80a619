package causeway.hostkit;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** A single thread that replaces Android's main thread. */
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

  /** Returns a future that completes when all earlier work of the thread has run. */
  CompletableFuture<Void> passed() {
    return CompletableFuture.runAsync(() -> {}, executor);
  }

  /** Returns work that ends the tests if it throws, because an error on this thread would end an Android app. */
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
