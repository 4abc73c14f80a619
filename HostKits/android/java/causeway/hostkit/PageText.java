package causeway.hostkit;

/** Prepares texts of pages for display to the user. */
public final class PageText {
  private PageText() {}

  /**
   * Returns a text in which control characters, bidirectional marks and invisible characters are replaced by their
   * numbers, such as {@code ⟨U+202E⟩}. Otherwise they could change the meaning of a prompt.
   */
  public static String visible(String text) {
    StringBuilder shown = new StringBuilder(text.length());
    for (int index = 0; index < text.length(); ) {
      int letter = text.codePointAt(index);
      index += Character.charCount(letter);
      switch (Character.getType(letter)) {
        case Character.CONTROL:
        case Character.FORMAT:
        case Character.SURROGATE:
        case Character.PRIVATE_USE:
        case Character.UNASSIGNED:
        case Character.LINE_SEPARATOR:
        case Character.PARAGRAPH_SEPARATOR:
          shown.append(String.format("\u27e8U+%04X\u27e9", letter));
          break;
        default:
          shown.appendCodePoint(letter);
      }
    }
    return shown.toString();
  }
}
