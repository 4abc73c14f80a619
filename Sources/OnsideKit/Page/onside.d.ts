/** The tables that the page script of `window.onside` gets: `OnsideContract` in Swift. */
interface OnsideTables {
  /** The property of `window`. */
  global: string;
  /** The method that a page must call before all others; `version` is its argument. */
  initialize: string;
  version: string;
  /** Each method with the kind of function that the script makes for it. */
  methods: [name: string, kind: string][];
  /** The callbacks that get events. */
  events: string[];
  /** The callback that the app asks for a decision. */
  gate: string;
  /** The message of each error of the bridge by its code. */
  messages: { [code: string]: string };
  /** The error code for a bridge that the app has closed. */
  detached: string;
}
