package causeway.hostkit;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Functions for serialized origins: scheme, host and port in one text. Equal origins have equal texts. */
final class Origin {
  private static final Pattern FORM = Pattern.compile("(https?)://([a-z0-9._-]+|\\[[0-9a-f:.]+\\])(?::([0-9]{1,5}))?/?");

  private Origin() {}

  /** Returns an origin in its serialized form; null if the text is not an http or https origin. */
  static String of(String text) {
    Matcher matcher = text == null ? null : FORM.matcher(text);
    if (matcher == null || !matcher.matches()) return null;
    String scheme = matcher.group(1);
    String port = matcher.group(3);
    boolean isUsual = port == null || port.equals(scheme.equals("https") ? "443" : "80");
    return scheme + "://" + matcher.group(2) + (isUsual ? "" : ":" + port);
  }

  /** Returns the origin of a URL; null if it is opaque. */
  static String ofAddress(String url) {
    if (url == null) return null;
    int start = url.indexOf("://");
    int end = start < 0 ? -1 : start + 3;
    while (end >= 0 && end < url.length() && "/?#\\".indexOf(url.charAt(end)) < 0) end += 1;
    // `of` refuses a URL with a user name. A user name is not part of an origin, and no web view reports one.
    return end < 0 ? null : of(url.substring(0, end));
  }

  /**
   * Returns the serialized origins of an app's list of allowed origins.
   *
   * @throws IllegalArgumentException if a text is not an origin. Without the error, the mistake in the list would be
   *     hard to find
   */
  static Set<String> all(Collection<String> texts) {
    Set<String> origins = new LinkedHashSet<String>();
    for (String text : texts) {
      String origin = of(text);
      if (origin == null) {
        throw new IllegalArgumentException(
            "\"" + text + "\" is not an origin. Write a scheme, a host and optionally a port, such as https://news.example.");
      }
      origins.add(origin);
    }
    return origins;
  }
}
