/// <reference path="./types/causeway.d.ts" />

/** The reason why a call fails outside of an app. */
export class CausewayUnavailableError extends Error {
  constructor();
  readonly name: "CausewayUnavailableError";
}

/**
 * The bridge to the app, with the members of `window.causeway`. Outside of an app, promises reject with a {@link
 * CausewayUnavailableError}, and functions that return no promise throw this error.
 */
export interface CausewayModule extends Causeway {
  /** Whether this page is shown in an app that has a bridge, or a test has installed a mock. */
  readonly isAvailable: boolean;
}

export const causeway: CausewayModule;
export default causeway;
