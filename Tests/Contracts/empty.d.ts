// The contract "Empty" of an app, for pages. Generated from the types of the app: do
// not edit this file; generate it again when the types change. The types whose names begin with "Causeway" are
// those of causeway.d.ts.

/** The events that the app sends. Each function adds a listener, and returns a function that removes it. */
export interface EmptyEvents {}

/** The page's handlers for the calls of the app. */
export interface EmptyHandlers {}

/** The classes of the app's errors, for `instanceof`. */
export interface EmptyErrors {}

/** The app: `causeway.connect<Empty>()`. */
export interface Empty {
  /** Adds listeners for the events of the app. */
  readonly on: EmptyEvents;
  /** Sets the page's handlers for the calls of the app. */
  handle(handlers: EmptyHandlers): void;
  /** The classes of the app's errors. */
  readonly errors: EmptyErrors;
}
