package causeway.hostkit;

/** Texts of pages, to be shown to a person. */
public final class PageText {
  private PageText() {}

  /**
   * A text with everything in it visible: controls, bidirectional marks and invisible letters are written out, such as
   * {@code ⟨U+202E⟩}, because they can make a prompt read otherwise than it is.
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
