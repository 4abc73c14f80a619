package causeway.hostkit;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/** A main thread that a test controls: {@link #runAll} runs the work, and {@link #pass} lets time pass. */
final class TestThread implements MainThread {
  private final Queue<Runnable> queue = new ArrayDeque<>();
  private final List<Runnable> later = new ArrayList<>();

  @Override public void run(Runnable work) {
    queue.add(work);
  }

  @Override public void runAfter(Runnable work, long milliseconds) {
    (milliseconds < TodayBridge.TIMEOUT ? queue : later).add(work);
  }

  void runAll() {
    for (Runnable work = queue.poll(); work != null; work = queue.poll()) work.run();
  }

  /** Runs all work, and then the work with a long delay. */
  void pass() {
    runAll();
    queue.addAll(later);
    later.clear();
    runAll();
  }
}
