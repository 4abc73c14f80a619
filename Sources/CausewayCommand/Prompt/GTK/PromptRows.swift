#if os(Linux)
import CWebKitGTK
import CausewayGTK

/// Functions that make widgets for labels and values.
@MainActor enum PromptRows {
  /// Makes a grid of rows, with a legend if some of the values are the page's texts.
  static func grid(_ rows: [Prompt.Row]) -> Widget {
    let column = Widgets.column(spacing: 12)
    column.append(table(rows))
    if rows.contains(where: \.value.isOfPage) {
      column.append(Widgets.label("Text beside a bar comes from the page.").styled("prompt-caption"))
    }
    return column
  }

  /// Makes a separate box with the page's description of itself.
  static func claims(_ rows: [Prompt.Row]) -> Widget {
    let box = Widgets.column(spacing: 10).styled("prompt-claims")
    box.append(Widgets.label("The page says about itself (not checked):").styled("prompt-caption"), table(rows))
    return box
  }

  private static func table(_ rows: [Prompt.Row]) -> Widget {
    let grid = gtk_grid_new()!
    gtk_grid_set_row_spacing(grid.cast(to: GtkGrid.self), 10)
    gtk_grid_set_column_spacing(grid.cast(to: GtkGrid.self), 16)
    var line: gint = 0
    for row in rows {
      let label = Widgets.label(row.label).styled("prompt-label")
      gtk_widget_set_valign(label, GTK_ALIGN_START)
      gtk_widget_set_hexpand(label, 0)
      gtk_grid_attach(grid.cast(to: GtkGrid.self), label, 0, line, 1, 1)
      // A document gets the full width, because the user should read all of it.
      if case .document = row.value {
        line += 1
        gtk_grid_attach(grid.cast(to: GtkGrid.self), value(row), 0, line, 2, 1)
      } else {
        gtk_grid_attach(grid.cast(to: GtkGrid.self), value(row), 1, line, 1, 1)
      }
      line += 1
    }
    return grid
  }

  private static func value(_ row: Prompt.Row) -> Widget {
    let label = Widgets.label(row.value.shown, selectable: true)
    if row.isEmphasized { gtk_widget_add_css_class(label, "prompt-emphasized") }
    switch row.value {
    case .own: return label
    case .page: return label.styled("prompt-page-text")
    case .document:
      return Widgets.scroll(label.styled("prompt-document"), width: 440, upTo: 240).styled("prompt-document-frame")
    }
  }
}
#endif
