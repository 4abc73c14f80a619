package causeway.hostkit;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;

/** A server on this machine with two origins, for the conformance suites and for the pages of the tests. */
final class Site implements AutoCloseable {
  private static final Path ROOT = Path.of("Conformance").toAbsolutePath();
  private static final Map<String, String> TYPES =
      Map.of("html", "text/html; charset=utf-8", "js", "text/javascript; charset=utf-8", "css", "text/css");
  private final HttpServer server;
  private final Map<String, String> pages = new ConcurrentHashMap<>();
  /** The origin of the pages. */
  final String origin;
  /** Another origin with the same pages. */
  final String otherOrigin;

  Site() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
    server.setExecutor(Executors.newFixedThreadPool(4, work -> {
      Thread thread = new Thread(work);
      thread.setDaemon(true);
      return thread;
    }));
    server.createContext("/", exchange -> {
      String path = exchange.getRequestURI().getPath();
      Path file = ROOT.resolve(path.substring(1)).normalize();
      byte[] body = pages.containsKey(path) ? pages.get(path).getBytes(StandardCharsets.UTF_8)
          : file.startsWith(ROOT) && Files.isRegularFile(file) ? Files.readAllBytes(file) : null;
      String name = pages.containsKey(path) ? "page.html" : file.toString();
      String type = TYPES.getOrDefault(name.substring(name.lastIndexOf('.') + 1), "application/octet-stream");
      exchange.getResponseHeaders().set("Content-Type", type);
      exchange.sendResponseHeaders(body == null ? 404 : 200, body == null || body.length == 0 ? -1 : body.length);
      if (body != null) exchange.getResponseBody().write(body);
      exchange.close();
    });
    server.start();
    origin = "http://127.0.0.1:" + server.getAddress().getPort();
    otherOrigin = "http://localhost:" + server.getAddress().getPort();
  }

  /** Adds a page of a test and returns its path. */
  String page(String html) {
    String path = "/page-" + pages.size();
    pages.put(path, html);
    return path;
  }

  @Override public void close() {
    server.stop(0);
  }
}
