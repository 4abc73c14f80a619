package causeway.hostkit;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.json.JSONObject;

/** A real Chromium without a window. The browser ends when this object is closed. */
final class Chromium implements AutoCloseable {
  private static final String ANNOUNCEMENT = "DevTools listening on ";
  private final Process process;
  private final Path profile;
  final DevTools devTools;

  Chromium() throws Exception {
    profile = Files.createTempDirectory("causeway-host-kits-");
    List<String> command = new ArrayList<>(List.of(
        "chromium", "--headless=new", "--remote-debugging-port=0", "--user-data-dir=" + profile, "--no-first-run",
        "--disable-gpu", "--disable-extensions", "--disable-background-networking", "--disable-component-update",
        "--disable-sync", "--disable-default-apps", "--disable-dev-shm-usage",
        // Otherwise Chromium would slow down tabs that are not in front, but several tabs run at the same time.
        "--disable-background-timer-throttling", "--disable-renderer-backgrounding",
        "--disable-backgrounding-occluded-windows",
        // Keep all frames of a page in one process, so that one DevTools session reaches all of them.
        "--disable-site-isolation-trials", "--disable-features=IsolateOrigins,site-per-process,IsolateSandboxedIframes",
        "about:blank"));
    // Chromium's sandbox refuses to run as root.
    if (System.getProperty("user.name").equals("root")) command.add(1, "--no-sandbox");
    process = new ProcessBuilder(command).redirectErrorStream(true).start();
    // Chromium must also end if the tests are stopped early.
    Runtime.getRuntime().addShutdownHook(new Thread(this::end));
    CompletableFuture<String> address = new CompletableFuture<>();
    StringBuilder said = new StringBuilder();
    Thread reader = new Thread(() -> {
      try (BufferedReader lines = new BufferedReader(new InputStreamReader(process.getInputStream()))) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          if (!address.isDone()) said.append(line).append('\n');
          if (line.startsWith(ANNOUNCEMENT)) address.complete(line.substring(ANNOUNCEMENT.length()));
        }
        address.completeExceptionally(new IllegalStateException("Chromium ended:\n" + said));
      } catch (Exception fault) {
        address.completeExceptionally(fault);
      }
    });
    reader.setDaemon(true);
    reader.start();
    devTools = new DevTools(address.get(60, TimeUnit.SECONDS));
  }

  /** Returns a new tab with its own storage. */
  Tab tab() throws Exception {
    String context = devTools.call(null, "Target.createBrowserContext", new JSONObject()).get().getString("browserContextId");
    String target = devTools.call(null, "Target.createTarget",
        DevTools.object("url", "about:blank", "browserContextId", context)).get().getString("targetId");
    String session = devTools.call(null, "Target.attachToTarget", DevTools.object("targetId", target, "flatten", true))
        .get().getString("sessionId");
    return new Tab(devTools, session, target);
  }

  private void end() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  @Override public void close() throws Exception {
    end();
    process.waitFor(20, TimeUnit.SECONDS);
    try (var paths = Files.walk(profile)) {
      paths.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
    }
  }
}
