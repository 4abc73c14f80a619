/** What the page script of `window.onside` is given: `OnsideContract` in Swift. */
interface OnsideTables {
  /** The property of `window`. */
  global: string;
  /** The method that comes before all others, and its argument. */
  initialize: string;
  version: string;
  /** Each method with how it is called. */
  methods: [name: string, kind: string][];
  /** The callbacks that are told something. */
  events: string[];
  /** The callback that is asked. */
  gate: string;
  /** The message of each error of the bridge by its code. */
  messages: { [code: string]: string };
  /** The code for an app that is gone. */
  detached: string;
}
