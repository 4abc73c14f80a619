// The contract "Notebook" of an app, for pages. Generated from the types of the app: do
// not edit this file; generate it again when the types change. The types whose names begin with "Causeway" are
// those of causeway.d.ts.

export interface Note {
  text: string;
}

export interface EmptyNote extends Error {
  readonly name: "EmptyNote";
  readonly code: "EMPTY_NOTE";
  readonly details: undefined;
}

/** The events that the app sends. Each function adds a listener, and returns a function that removes it. */
export interface NotebookEvents {
  readonly notes: {
    /** The user has deleted all notes in the app. */
    cleared(listener: () => void): () => void;
  };
}

/** The page's handlers for the calls of the app. */
export interface NotebookHandlers {}

/** The classes of the app's errors, for `instanceof`. */
export interface NotebookErrors {
  readonly EmptyNote: new (reason: { code: "EMPTY_NOTE"; message: string }) => EmptyNote;
}

/** The app: `causeway.connect<Notebook>()`. */
export interface Notebook {
  readonly notes: {
    /**
     * Keeps a note, and returns the number of notes.
     * @throws {EmptyNote}
     */
    add(parameters: Note, options?: CausewayCallOptions): Promise<number>;
    /** The texts of all notes. */
    list(parameters?: undefined, options?: CausewayCallOptions): Promise<string[]>;
  };
  /** Adds listeners for the events of the app. */
  readonly on: NotebookEvents;
  /** Sets the page's handlers for the calls of the app. */
  handle(handlers: NotebookHandlers): void;
  /** The classes of the app's errors. */
  readonly errors: NotebookErrors;
}
