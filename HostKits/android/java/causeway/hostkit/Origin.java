package causeway.hostkit;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Serialized origins: scheme, host and port as one text, which is compared letter by letter. */
final class Origin {
  private static final Pattern FORM = Pattern.compile("(https?)://([a-z0-9._-]+|\\[[0-9a-f:.]+\\])(?::([0-9]{1,5}))?/?");

  private Origin() {}

  /** The origin in a text that the web view gave; null for an opaque one, or any other text. */
  static String of(String text) {
    Matcher matcher = text == null ? null : FORM.matcher(text);
    if (matcher == null || !matcher.matches()) return null;
    String scheme = matcher.group(1);
    String port = matcher.group(3);
    boolean isUsual = port == null || port.equals(scheme.equals("https") ? "443" : "80");
    return scheme + "://" + matcher.group(2) + (isUsual ? "" : ":" + port);
  }

  /** The origin of an address; null for an opaque one. */
  static String ofAddress(String url) {
    if (url == null) return null;
    int start = url.indexOf("://");
    int end = start < 0 ? -1 : start + 3;
    while (end >= 0 && end < url.length() && "/?#\\".indexOf(url.charAt(end)) < 0) end += 1;
    // A user name in an address is no part of its origin; no web view reports one, so it is refused.
    return end < 0 ? null : of(url.substring(0, end));
  }

  /**
   * The origins that an app lists.
   *
   * @throws IllegalArgumentException if one of them is no origin: a list that silently trusts nobody is hard to find
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
