import { make, setAttribute } from "./dom.js";
/** @typedef {import("./protocol").Button} Button */
/** @typedef {import("./protocol").FormActions} FormActions */
/** @typedef {import("./form.js").Part} Part */

/** @param {FormActions} actions @returns {Part} */
export function buttonPart(actions) {
  const { node, update } = pressable((button) => actions.press(button.id));
  return { node, update };
}

/**
 * Makes a button that can be updated from the server's element.
 * @param {(button: Button) => void} press
 */
function pressable(press) {
  /** @type {Button} */
  let shown;
  const words = make("span");
  const node = make("button", { class: "button", type: "button", on: { click: () => press(shown) } }, words);
  return {
    node,
    /** @param {Button} button */
    update(button) {
      shown = button;
      if (words.textContent !== button.label) words.textContent = button.label;
      setAttribute(node, "data-role", button.role);
      node.disabled = button.enabled === false || button.busy === true;
      setAttribute(node, "aria-busy", button.busy ? "true" : undefined);
    },
  };
}

/** @param {FormActions} actions @returns {Part} */
export function tablePart(actions) {
  const body = make("tbody");
  const head = make("tr");
  const empty = make("p", { class: "nothing" });
  const table = make("table", {}, make("thead", {}, head), body);
  const node = make("div", { class: "table" }, table, empty);
  let columns = "";
  /** @type {Map<string, ReturnType<typeof tableRow>>} */
  let rows = new Map();
  return {
    node,
    /** @param {import("./protocol").Table} element */
    update(element) {
      const written = JSON.stringify(element.columns);
      if (written !== columns) {
        columns = written;
        head.replaceChildren(...element.columns.map(({ label }) => make("th", { text: label })),
          make("th", { class: "actions" }, make("span", { class: "unseen", text: "Actions" })));
        rows = new Map();
        body.replaceChildren();
      }
      const kept = new Map();
      for (const row of element.rows) {
        const drawn = rows.get(row.id) ?? tableRow(element, row.id, actions);
        drawn.update(row);
        kept.set(row.id, drawn);
      }
      for (const [id, { node: old }] of rows) if (!kept.has(id)) old.remove();
      rows = kept;
      /** @type {Element | null} */
      let place = body.firstElementChild;
      for (const { node: line } of kept.values()) {
        if (place && line === place) place = place.nextElementSibling;
        else body.insertBefore(line, place);
      }
      table.hidden = element.rows.length === 0;
      empty.hidden = element.rows.length > 0;
      empty.textContent = element.empty ?? "Nothing here yet.";
    },
  };
}

/**
 * @param {import("./protocol").Table} table
 * @param {string} id
 * @param {FormActions} actions
 */
function tableRow(table, id, actions) {
  const cells = table.columns.map(({ id: column, label }) => ({ column, node: make("td", { data: { label } }) }));
  const last = make("td", { class: "actions" });
  const node = make("tr", {}, ...cells.map((cell) => cell.node), last);
  /** @type {Map<string, ReturnType<typeof pressable>>} */
  const buttons = new Map();
  return {
    node,
    /** @param {import("./protocol").Table["rows"][number]} row */
    update(row) {
      for (const { column, node: cell } of cells) {
        const text = row.cells[column] ?? "";
        if (cell.textContent !== text) cell.textContent = text;
      }
      const names = (row.actions ?? []).map((button) => button.id);
      for (const [name, { node: old }] of buttons) {
        if (names.includes(name)) continue;
        old.remove();
        buttons.delete(name);
      }
      for (const button of row.actions ?? []) {
        let drawn = buttons.get(button.id);
        if (!drawn) {
          drawn = pressable(({ id: action }) => actions.press(action, id));
          buttons.set(button.id, drawn);
          last.append(drawn.node);
        }
        drawn.update(button);
      }
    },
  };
}
