import { make } from "./dom.js";

/** @type {[column: import("./view.js").Column | undefined, name: string, title: string][]} */
const columns = [
  ["time", "time", "Time"], [undefined, "way", "Direction"], ["protocol", "protocol", "Protocol"],
  ["name", "name", "Name"], [undefined, "payload", "Payload"], ["frame", "frame", "Frame"],
  ["duration", "duration", "Duration"], ["outcome", "outcome", "Outcome"],
];

/**
 * Makes the heading of the table. Its buttons sort the rows.
 * @param {import("./view.js").View} view
 * @param {() => void} onSort called before the rows are sorted
 */
export function timelineHead(view, onSort) {
  const row = make("div", { class: "row", role: "row" });
  for (const [column, name, title] of columns) {
    const cell = make("span", { class: `cell ${name}`, role: "columnheader" });
    if (column === "time") cell.setAttribute("aria-sort", "ascending");
    cell.append(column === undefined ? make("span", { text: title }) : make("button", {
      class: "sort", type: "button", text: title, tabIndex: -1, title: `Sort by ${title.toLowerCase()}`,
      on: {
        click: () => {
          onSort();
          view.sort(column);
          for (const other of row.children) other.removeAttribute("aria-sort");
          cell.setAttribute("aria-sort", view.isDescending ? "descending" : "ascending");
        },
      },
    }));
    row.append(cell);
  }
  return make("div", { class: "head", role: "rowgroup" }, row);
}
