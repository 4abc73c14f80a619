// The inspector: puts its parts together.
import { Banner } from "./banner.js";
import { Connection } from "./connection.js";
import { Details } from "./details.js";
import { byID } from "./dom.js";
import { emptyState } from "./empty.js";
import { FilterBar } from "./filter-bar.js";
import { Filter, kinds } from "./filter.js";
import { fillHelp } from "./help.js";
import { listenForKeys } from "./keyboard.js";
import { Notices } from "./notices.js";
import { Overview } from "./overview.js";
import { Session } from "./session.js";
import { Sheets } from "./sheets.js";
import { Side } from "./side.js";
import { listenToSplitter } from "./splitter.js";
import { summaryText } from "./summary.js";
import { Timeline } from "./timeline.js";
import { takeToken } from "./token.js";
import { TopBar } from "./top-bar.js";
import { listenForFiles } from "./trace-drop.js";
import { Trace } from "./trace.js";
import { View } from "./view.js";

const connection = new Connection(takeToken());
const send = connection.send.bind(connection);
const live = new Trace();
const filter = new Filter();
const view = new View(live, filter);
const banner = new Banner(byID("banner"));
const notices = new Notices(byID("notices"));
const side = new Side(byID("side"), send);
const details = new Details(side.details);
const sheets = new Sheets(byID("sheet"), byID("waiting-sheet"), send);
const timeline = new Timeline(byID("timeline"), view);
const overview = new Overview(byID("timeline"), view);
const bar = new FilterBar(filter, { search: byID("search"), kinds: byID("kinds"), protocols: byID("protocols") });
const top = new TopBar();
/** @type {HTMLDialogElement} */
const help = byID("help");
const session = new Session({ banner, bar, live, notices, sheets, side, top, view });

let summaryTimer = 0;
view.onChange = () => {
  timeline.draw();
  overview.draw();
  if (side.isOpen) details.show(timeline.selected, view.trace.started);
  summaryTimer ||= window.setTimeout(() => {
    summaryTimer = 0;
    byID("summary").textContent = summaryText(view);
  }, 100);
};
timeline.color = (/** @type {string} */ protocol) => bar.color(protocol);
timeline.empty = () => emptyState({ isFiltered: filter.isActive && view.trace.count > 0, pages: session.pages, reset: () => bar.reset() });
timeline.onSelect = (/** @type {import("./exchange.js").Exchange} */ exchange) => {
  side.openMessage();
  details.show(exchange, view.trace.started);
};
timeline.onScroll = overview.show.bind(overview);
overview.onPress = timeline.scrollTo.bind(timeline);
timeline.onEnter = () => side.focus();
bar.onChange = () => void view.refresh();
session.onReset = () => {
  timeline.selected = undefined;
  details.show(undefined, 0);
};
side.onToggle = () => {
  byID("splitter").hidden = !side.isOpen;
  byID("side-button").setAttribute("aria-pressed", String(side.isOpen));
  if (side.isOpen) details.show(timeline.selected, view.trace.started);
};

connection.onState = (/** @type {import("./connection.js").State} */ state) => session.connected(state, () => connection.retry());
connection.onMessage = session.receive.bind(session);

sheets.onWait = top.showWaiting.bind(top);
top.onPlatform = (/** @type {string} */ platform) => void send({ type: "setPlatform", platform });
top.onPause = () => session.pause();
top.onClear = () => session.clear(send);
top.onExport = () => session.save();
top.onHelp = () => help.showModal();
listenForFiles(byID("import"), byID("file"), (name, text) => session.open(name, text));
fillHelp(help);
listenToSplitter(byID("splitter"), byID("work"));

const closeSide = () => {
  if (!side.isOpen) return;
  side.close();
  timeline.focus();
};
const toggleSide = () => (side.isOpen ? closeSide() : side.openPanel());
byID("side-button").addEventListener("click", toggleSide);
listenForKeys({
  "/": () => byID("search").focus(), "?": top.onHelp, Escape: closeSide,
  j: () => timeline.move(1), k: () => timeline.move(-1), p: top.onPause, l: top.onClear, e: top.onExport,
  i: () => byID("import").click(), s: () => sheets.bringBack(),
  d: toggleSide,
  ...Object.fromEntries(kinds.map((kind, index) => [String(index + 1), () => bar.choose(kind)])),
});
view.onChange();
connection.open();
